import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocatorOf, brief, countingMacs, subnetConfig } from './allocator-fixture.ts';
import { type DualSet, IntervalSet, parseRanges } from './interval-set.ts';
import { NaiveAllocator } from './naive-allocator.ts';
import { SubnetAllocator } from './subnet-allocator.ts';

// A /28 has 14 usable addresses: small enough to fill, drain and turn the ring many times in one run.
const CIDRS = ['10.0.0.0/28', 'fd00::/124'] as const;
const USABLE = Array.from({ length: 14 }, (_, index) => index + 1);

const owner = fc.integer({ min: 1, max: 16 }).map((n) => `port-${n}`);
const pool = fc.constantFrom('', 'p', 'q');
const address = fc.integer({ min: 0, max: 17 });
const few = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 5 });

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('draw' as const), owner, pool }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('release' as const), owner }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pin' as const), owner, address, check: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pool' as const), name: fc.constantFrom('p', 'q'), few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unpool' as const), name: fc.constantFrom('p', 'q') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exclude' as const), few }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

for (const cidr of CIDRS) {
  const family = cidr.includes(':') ? 'v6' : 'v4';
  const text = (n: number) => (family === 'v4' ? `10.0.0.${n}` : `fd00::${n === 0 ? '' : n.toString(16)}`);

  function apply(
    allocator: SubnetAllocator,
    model: NaiveAllocator,
    action: Step,
  ): [string | boolean, string | boolean] {
    switch (action.kind) {
      case 'draw': {
        const expected = model.draw(action.owner, action.pool);
        const got = allocator.allocate({ owner: action.owner, family, pool: action.pool });
        return [brief(got), expected === 'none' ? 'NO_AVAILABLE_ADDRESS' : text(expected)];
      }
      case 'pin': {
        const expected = model.pin(action.owner, action.address, action.check);
        const request = { [family]: text(action.address) };
        const got = allocator.allocate({ owner: action.owner, family, static: request, checkConflict: action.check });
        if (expected === 'outside') return [brief(got), 'ADDRESS_OUT_OF_RANGE'];
        return [brief(got), expected === 'conflict' ? 'ADDRESS_CONFLICT' : text(expected)];
      }
      case 'release':
        model.release(action.owner);
        allocator.release(action.owner);
        return ['', ''];
      case 'pool':
        return [allocator.setPool(action.name, action.few.map(text)).ok, model.setPool(action.name, action.few)];
      case 'unpool':
        model.removePool(action.name);
        allocator.removePool(action.name);
        return ['', ''];
      case 'exclude':
        model.exclude(action.few);
        return [allocator.reconfigure(subnetConfig(cidr, { excludeIps: action.few.map(text) })).ok, true];
    }
  }

  function rangeText(addresses: readonly number[]): string {
    const ranges = parseRanges(addresses.map(text));
    if (!ranges.ok) throw ranges.error;
    return ranges.value[family].toText();
  }

  test(`${cidr}: agrees with the naive allocator at every step`, () => {
    fc.assert(
      fc.property(few, fc.array(step, { maxLength: 120, size: 'max' }), (excluded, steps) => {
        const allocator = allocatorOf(cidr, { excludeIps: excluded.map(text) });
        const model = new NaiveAllocator(USABLE, excluded);
        for (const action of steps) {
          const [got, expected] = apply(allocator, model, action);
          expect(got).toBe(expected);
          const counts = allocator.counts()[family];
          expect(counts.usingRange).toBe(rangeText(model.using()));
          expect(counts.availableRange).toBe(rangeText(model.available()));
          expect([counts.using, counts.available]).toEqual([
            BigInt(model.using().length),
            BigInt(model.available().length),
          ]);
        }
        for (const name of ['p', 'q'].filter((known) => allocator.hasPool(known))) {
          expect(allocator.poolCounts(name)[family].usingRange).toBe(rangeText(model.using(name)));
          expect(allocator.poolCounts(name)[family].availableRange).toBe(rangeText(model.available(name)));
        }
        for (const [held, owners] of model.holders) expect(allocator.ownersOf(text(held))).toEqual(owners);
      }),
      { numRuns: 300 },
    );
  });
}

test('dual requests are both or none, MACs are unique, and every count adds up', () => {
  const dualStep = fc.record({ owner, take: fc.boolean(), family: fc.constantFrom('v4', 'v6', 'dual') });
  fc.assert(
    fc.property(fc.array(dualStep, { maxLength: 150, size: 'max' }), (steps) => {
      const allocator = allocatorOf('10.0.0.0/28,fd00::/125');
      for (const { owner: name, take, family } of steps) {
        const before = allocator.counts();
        const got = take ? allocator.allocate({ owner: name, family }) : undefined;
        if (!take) allocator.release(name);
        if (got && !got.ok) expect(allocator.counts()).toEqual(before);
        if (got?.ok && family === 'dual') expect([got.value.v4, got.value.v6]).not.toContain(undefined);
        const counts = allocator.counts();
        expect([counts.v4.using + counts.v4.available, counts.v6.using + counts.v6.available]).toEqual([14n, 6n]);
      }
      const held = Array.from(allocator.owners(), (name) => allocator.holds(name)!);
      expect(new Set(held.map((one) => one.mac)).size).toBe(held.length);
      expect(heldSets(held).v4.size).toBe(allocator.counts().v4.using);
      expect(heldSets(held).v6.size).toBe(allocator.counts().v6.using);
    }),
    { numRuns: 200 },
  );
});

test('restoring all holders of an allocator in any order rebuilds the same sets', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ owner, take: fc.boolean() }), { maxLength: 60 }), fc.nat(), (steps, seed) => {
      const allocator = allocatorOf('10.0.0.0/28,fd00::/124');
      for (const { owner: name, take } of steps) {
        if (take) allocator.allocate({ owner: name, family: 'dual' });
        else allocator.release(name);
      }
      const rebuilt = allocatorOf('10.0.0.0/28,fd00::/124');
      const names = [...allocator.owners()];
      const shuffled = names.map((_, index) => names[(index + seed) % names.length]!);
      for (const name of shuffled) expect(rebuilt.restore(name, allocator.holds(name)!)).toMatchObject({ ok: true });
      expect(rebuilt.counts()).toEqual(allocator.counts());
      for (const name of names) expect(rebuilt.holds(name)).toEqual(allocator.holds(name));
    }),
  );
});

test('a life of changing CIDRs, excludes and pools ends where a fresh start from the records ends', () => {
  const cidrs = ['10.0.1.0/28,fd00::1:0/124', '10.0.0.0/16,fd00::/64', '10.0.1.0/29', '192.168.0.0/28,fd01::/126'];
  const life = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('draw' as const), owner, pool }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), owner }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cidr' as const), at: fc.nat(3), few }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pool' as const), name: fc.constantFrom('p', 'q'), few }) },
  );
  fc.assert(
    fc.property(fc.array(life, { maxLength: 80, size: 'max' }), (steps) => {
      let config = subnetConfig(cidrs[0]!);
      const pools = new Map<string, string[]>();
      const allocator = allocatorOf(cidrs[0]!);
      for (const one of steps) {
        if (one.kind === 'draw') {
          const family = config.v6 ? 'dual' : 'v4';
          allocator.allocate({ owner: one.owner, family, pool: one.pool });
        } else if (one.kind === 'release') allocator.release(one.owner);
        else if (one.kind === 'cidr') {
          config = subnetConfig(cidrs[one.at]!, { excludeIps: one.few.map((n) => `10.0.1.${n}`) });
          expect(allocator.reconfigure(config).ok).toBe(true);
        } else {
          const ips = one.few.map((n) => `10.0.1.${n}`);
          if (allocator.setPool(one.name, ips).ok) pools.set(one.name, ips);
        }
      }
      const fresh = new SubnetAllocator(config, { randomMac: countingMacs() });
      // A pool that a later CIDR left outside could not be set now; the living allocator clips it.
      for (const [name, ips] of pools) {
        if (!fresh.setPool(name, ips).ok) allocator.removePool(name);
      }
      for (const name of allocator.owners()) fresh.restore(name, allocator.holds(name)!);
      expect(fresh.counts()).toEqual(allocator.counts());
      expect(fresh.strays().toSorted(byOwner)).toEqual(allocator.strays().toSorted(byOwner));
      for (const name of fresh.pools) expect(fresh.poolCounts(name)).toEqual(allocator.poolCounts(name));
    }),
    { numRuns: 300 },
  );
});

function byOwner(a: { owner: string; address: string }, b: { owner: string; address: string }): number {
  return `${a.owner} ${a.address}` < `${b.owner} ${b.address}` ? -1 : 1;
}

function heldSets(held: readonly { v4?: string; v6?: string }[]): DualSet {
  const ranges = parseRanges(held.flatMap((one) => [one.v4, one.v6].filter((text) => text !== undefined)));
  return ranges.ok ? ranges.value : { v4: new IntervalSet(4), v6: new IntervalSet(6) };
}
