// RFC 7396 patches that name only what differs, so that a write never touches what others own.

/** The patch that turns `before` into `after`; undefined when they are equal. Absent, undefined and null are the same. */
export function mergePatchFor(before: unknown, after: unknown): object | undefined {
  if (!isPlainObject(after)) throw new TypeError('a merge patch starts at an object');
  return difference(isPlainObject(before) ? before : {}, after);
}

function difference(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(after)) {
    const wanted = after[key];
    if (wanted === undefined || wanted === null) continue;
    const present = member(before, key);
    if (isPlainObject(wanted) && isPlainObject(present)) {
      const inner = difference(present, wanted);
      if (inner !== undefined) set(patch, key, inner);
    } else if (!deepEqual(present, wanted)) {
      set(patch, key, wanted);
    }
  }
  for (const key of Object.keys(before)) {
    if (!isAbsent(before[key]) && isAbsent(member(after, key))) set(patch, key, null);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** Equality of JSON values (bigint included); absent and undefined members are the same. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => deepEqual(item, b[at]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  for (const key of Object.keys(a)) if (!deepEqual(a[key], member(b, key))) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && member(a, key) === undefined) return false;
  return true;
}

// A label may be called "constructor": only own members count.
function member(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

// Plain assignment to "__proto__" would set the prototype instead of a member.
function set(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
