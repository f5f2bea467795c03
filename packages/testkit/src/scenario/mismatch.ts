// Whether something is at least as expected: the keys that are named must be there, others may be.

export interface MismatchOptions {
  /** OVSDB sets have no order. */
  readonly sets?: boolean;
}

/** What differs first, as a sentence with expected and seen; undefined when nothing does. */
export function mismatch(
  expected: unknown,
  seen: unknown,
  options: MismatchOptions = {},
  path = '',
): string | undefined {
  const differs = () => `${path || 'value'}: expected ${show(expected)}, seen ${show(seen)}`;
  if (expected === null || expected === undefined) return isAbsent(seen) ? undefined : differs();
  if (Array.isArray(expected)) {
    if (!Array.isArray(seen) || seen.length !== expected.length) return differs();
    return options.sets ? setMismatch(expected, seen, differs) : listMismatch(expected, seen, options, path);
  }
  if (typeof expected === 'object') {
    if (typeof seen !== 'object' || seen === null || Array.isArray(seen)) return differs();
    for (const [key, value] of Object.entries(expected)) {
      const found = mismatch(
        value,
        (seen as Record<string, unknown>)[key],
        options,
        path === '' ? key : `${path}.${key}`,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return sameScalar(expected, seen) ? undefined : differs();
}

function listMismatch(
  expected: unknown[],
  seen: unknown[],
  options: MismatchOptions,
  path: string,
): string | undefined {
  for (const [index, value] of expected.entries()) {
    const found = mismatch(value, seen[index], options, `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function setMismatch(expected: readonly unknown[], seen: readonly unknown[], differs: () => string) {
  const rest = [...seen];
  for (const value of expected) {
    const index = rest.findIndex((other) => sameScalar(value, other));
    if (index < 0) return differs();
    rest.splice(index, 1);
  }
  return undefined;
}

/** `/.../` is a regular expression, and numbers are compared by their text: counts may be bigints. */
function sameScalar(expected: unknown, seen: unknown): boolean {
  if (typeof expected === 'string') {
    const pattern = /^\/(.*)\/$/.exec(expected)?.[1];
    if (pattern !== undefined) return typeof seen === 'string' && new RegExp(`^(?:${pattern})$`).test(seen);
    return seen === expected;
  }
  if (typeof seen === 'object') return false;
  return typeof seen !== 'string' && String(seen) === String(expected);
}

function isAbsent(seen: unknown): boolean {
  if (seen === undefined || seen === null || seen === '') return true;
  return typeof seen === 'object' && Object.keys(seen).length === 0;
}

export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part));
}
