// Fixed C structs as tables of byte offsets. Reading past the end throws DecodeError, never returns rubbish.
import { endianness } from 'node:os';

/** The kernel sent something that cannot be what it claims to be (cut, damaged, or not understood). */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

export interface Scalar {
  readonly size: number;
  get(view: DataView, offset: number): number;
  set(view: DataView, offset: number, value: number): void;
}

const LITTLE = endianness() === 'LE';

export const u8: Scalar = { size: 1, get: (v, o) => v.getUint8(o), set: (v, o, n) => v.setUint8(o, n) };
export const u16: Scalar = {
  size: 2,
  get: (v, o) => v.getUint16(o, LITTLE),
  set: (v, o, n) => v.setUint16(o, n, LITTLE),
};
export const u32: Scalar = {
  size: 4,
  get: (v, o) => v.getUint32(o, LITTLE),
  set: (v, o, n) => v.setUint32(o, n, LITTLE),
};
export const i32: Scalar = {
  size: 4,
  get: (v, o) => v.getInt32(o, LITTLE),
  set: (v, o, n) => v.setInt32(o, n, LITTLE),
};
/** Network byte order. */
export const u16be: Scalar = { size: 2, get: (v, o) => v.getUint16(o), set: (v, o, n) => v.setUint16(o, n) };
export const u32be: Scalar = { size: 4, get: (v, o) => v.getUint32(o), set: (v, o, n) => v.setUint32(o, n) };

export interface Struct<K extends string> {
  readonly size: number;
  readonly fields: Readonly<Record<K, readonly [offset: number, scalar: Scalar]>>;
}

export function struct<K extends string>(size: number, fields: Struct<K>['fields']): Struct<K> {
  return { size, fields };
}

/** Fields left out are zero, as the kernel expects of padding and unused fields. */
export function encode<K extends string>(layout: Struct<K>, values: Partial<Record<K, number>>): Uint8Array {
  const bytes = new Uint8Array(layout.size);
  const view = viewOf(bytes);
  for (const name in values) {
    const [offset, scalar] = layout.fields[name];
    scalar.set(view, offset, values[name] ?? 0);
  }
  return bytes;
}

export function decode<K extends string>(layout: Struct<K>, bytes: Uint8Array, at = 0): Record<K, number> {
  if (at + layout.size > bytes.length) {
    throw new DecodeError(`${bytes.length - at} bytes where a struct of ${layout.size} was due`);
  }
  const view = viewOf(bytes);
  const values = {} as Record<K, number>;
  for (const name in layout.fields) {
    const [offset, scalar] = layout.fields[name];
    values[name] = scalar.get(view, at + offset);
  }
  return values;
}

/** One scalar that must fill `bytes` exactly: the payload of most attributes. */
export function readScalar(scalar: Scalar, bytes: Uint8Array): number {
  if (bytes.length !== scalar.size) throw new DecodeError(`${bytes.length} bytes where ${scalar.size} were due`);
  return scalar.get(viewOf(bytes), 0);
}

export function scalarBytes(scalar: Scalar, value: number): Uint8Array {
  const bytes = new Uint8Array(scalar.size);
  scalar.set(viewOf(bytes), 0, value);
  return bytes;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
