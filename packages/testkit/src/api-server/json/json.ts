// JSON values as the server keeps them: immutable trees, shared between versions of an object.
// Integers beyond 2^53 are bigint; see codec.ts.

export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Array.isArray does not narrow readonly arrays. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value below `path`, or undefined when any step is missing. */
export function jsonAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current = value;
  for (const step of path) {
    if (!isJsonObject(current)) return undefined;
    current = current[step];
  }
  return current;
}

/** A copy of `value` with `leaf` at `path`; everything beside the path is shared. */
export function withJsonAt(value: Json | undefined, path: readonly string[], leaf: Json | undefined): JsonObject {
  const [step, ...rest] = path;
  const base = isJsonObject(value) ? value : {};
  if (step === undefined) return base;
  return { ...base, [step]: rest.length === 0 ? leaf : withJsonAt(base[step], rest, leaf) };
}

/** Deep equality; key order and undefined members do not count. Shared subtrees are compared by identity first. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return numbersEqual(a, b);
  for (const key in a) if (!equalJson(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

// A client may send a small integer as bigint; 5n and 5 are the same JSON.
function numbersEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint') return (typeof b === 'number' || typeof b === 'bigint') && String(a) === String(b);
  return typeof b === 'bigint' && typeof a === 'number' && String(a) === String(b);
}
