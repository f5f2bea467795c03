import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ordinal, toOrdinal } from './ordinal.ts';
import { OrdinalSet } from './ordinal-set.ts';
import { difference, intersection, intersects, union } from './set-algebra.ts';

const SPAN = 700;
/** The window lies around 0, around the limit of safe integers, and far beyond it. */
const origin = fc.constantFrom(0n, -300n, BigInt(Number.MAX_SAFE_INTEGER) - 350n, 2n ** 64n);
const step = fc.record({
  add: fc.boolean(),
  first: fc.integer({ min: 0, max: SPAN }),
  length: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 60 }) }),
});
const steps = fc.array(step, { maxLength: 500, size: 'max' });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function build(base: bigint, list: readonly Step[]): { set: OrdinalSet; model: Set<bigint> } {
  const set = new OrdinalSet();
  const model = new Set<bigint>();
  for (const { add, first, length } of list) {
    const low = base + BigInt(first);
    const high = low + BigInt(length);
    if (add) set.add(toOrdinal(low), toOrdinal(high));
    else set.remove(toOrdinal(low), toOrdinal(high));
    for (let value = low; value <= high; value++) add ? model.add(value) : model.delete(value);
  }
  return { set, model };
}

function members(set: OrdinalSet): bigint[] {
  const list: bigint[] = [];
  for (const { first, last } of set.intervals()) {
    for (let value = BigInt(first); value <= BigInt(last); value++) list.push(value);
  }
  return list;
}

function sorted(values: Iterable<bigint>): bigint[] {
  return [...values].sort((a, b) => (a < b ? -1 : 1));
}

function expectWellFormed(set: OrdinalSet): void {
  let before: Ordinal | undefined;
  let count = 0;
  for (const { first, last } of set.intervals()) {
    expect(first <= last).toBe(true);
    if (before !== undefined) expect(BigInt(first) > BigInt(before) + 1n).toBe(true);
    before = last;
    count++;
  }
  expect(set.intervalCount).toBe(count);
}

test('add and remove agree with a plain set', () => {
  fc.assert(
    fc.property(origin, steps, (base, list) => {
      const { set, model } = build(base, list);
      expect(members(set)).toEqual(sorted(model));
      expect(set.size).toBe(BigInt(model.size));
      expect(set.isEmpty).toBe(model.size === 0);
      expect(set.first()).toBe(model.size ? toOrdinal(sorted(model)[0]!) : undefined);
      expect(set.last()).toBe(model.size ? toOrdinal(sorted(model).at(-1)!) : undefined);
      for (let at = 0n; at < BigInt(SPAN); at += 7n) expect(set.has(toOrdinal(base + at))).toBe(model.has(base + at));
      expectWellFormed(set);
    }),
    { numRuns: 200 },
  );
});

test('union, difference and intersection agree with a plain set', () => {
  fc.assert(
    fc.property(origin, steps, steps, (base, first, second) => {
      const a = build(base, first);
      const b = build(base, second);
      expect(members(union(a.set, b.set))).toEqual(sorted(new Set([...a.model, ...b.model])));
      expect(members(difference(a.set, b.set))).toEqual(sorted(a.model).filter((value) => !b.model.has(value)));
      expect(members(intersection(a.set, b.set))).toEqual(sorted(a.model).filter((value) => b.model.has(value)));
      expect(intersects(a.set, b.set)).toBe(sorted(a.model).some((value) => b.model.has(value)));
      for (const set of [union(a.set, b.set), difference(a.set, b.set), intersection(a.set, b.set)])
        expectWellFormed(set);
    }),
    { numRuns: 100 },
  );
});

test('thousands of intervals spread over chunks and come together again', () => {
  const set = new OrdinalSet();
  for (let at = 0; at < 20_000; at += 2) set.add((at * 7919) % 20_000);
  expect(set.intervalCount).toBe(10_000);
  set.add(5_001, 14_999);
  expectWellFormed(set);
  for (let at = 1; at < 20_000; at += 2) set.add(at);
  expect([...set.intervals()]).toEqual([{ first: 0, last: 19_999 }]);
  set.remove(0, 19_999);
  expect(set.isEmpty).toBe(true);
});
