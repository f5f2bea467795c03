// Equality of decoded values: sets without regard to order, maps without regard to key order.
import type { Row, Scalar, Value } from './value.ts';

export function rowsEqual(a: Row, b: Row, columns: readonly string[]): boolean {
  return columns.every((column) => valuesEqual(a[column], b[column]));
}

export function valuesEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (isSet(a)) return isSet(b) && setsEqual(a, b);
  return !isSet(b) && mapsEqual(a, b);
}

function isSet(value: object): value is readonly Scalar[] {
  return Array.isArray(value);
}

function setsEqual(a: readonly Scalar[], b: readonly Scalar[]): boolean {
  if (a.length !== b.length) return false;
  if (a.every((element, i) => element === b[i])) return true;
  const elements = new Set(a);
  return b.every((element) => elements.has(element));
}

function mapsEqual(a: Readonly<Record<string, Scalar>>, b: Readonly<Record<string, Scalar>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
