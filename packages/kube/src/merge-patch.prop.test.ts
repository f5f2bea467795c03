import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepEqual, mergePatchFor } from './merge-patch.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// RFC 7396, section 2, as the specification states it.
function apply(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const base = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
  const result = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, apply(result.get(key), value));
  }
  return Object.fromEntries(result);
}

// A merge patch cannot say null: members that are null are absent.
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
}

const { object } = fc.letrec<{ value: Json; object: { [key: string]: Json } }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom<Json>(null, true, 1, 'x', 'y', [], [1, { a: 1 }]), tie('object')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), tie('value'), { maxKeys: 4 }),
}));

describe('mergePatchFor', () => {
  test('turns before into after, and is undefined exactly when they are equal', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const patch = mergePatchFor(before, after);
        expect(withoutNulls(apply(before, patch ?? {}))).toEqual(withoutNulls(after));
        expect(patch === undefined).toBe(deepEqual(withoutNulls(before), withoutNulls(after)));
        expect(mergePatchFor(after, after)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('names only what differs', () => {
    const before = { metadata: { annotations: { ours: '1', foreign: 'x', old: 'y' } }, spec: { list: [1, 2] } };
    const after = { metadata: { annotations: { ours: '2', foreign: 'x' } }, spec: { list: [1, 2] } };
    expect(mergePatchFor(before, after)).toEqual({ metadata: { annotations: { ours: '2', old: null } } });
  });

  test('compares bigint, and takes undefined for absent', () => {
    expect(mergePatchFor({ a: 2n ** 70n }, { a: 2n ** 70n, b: undefined })).toBeUndefined();
    expect(mergePatchFor({ a: 2n ** 70n }, { a: 2n ** 70n + 1n })).toEqual({ a: 2n ** 70n + 1n });
    expect(mergePatchFor(undefined, { a: 1 })).toEqual({ a: 1 });
    expect(mergePatchFor({ a: 1 }, { a: undefined })).toEqual({ a: null });
  });
});
