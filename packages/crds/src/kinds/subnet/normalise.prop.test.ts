import { formatAddress, makeAddress, parseDualCidr, parseRanges } from '@kube-ovn/ipam';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseSubnetSpec } from './normalise.ts';

const defaults = { defaultVpc: 'ovn-cluster', defaultSubnet: 'ovn-default', joinSubnet: 'join', enableLb: true };

const v4 = fc.bigInt(0x0a000000n, 0x0affffffn).map((value) => formatAddress(makeAddress(4, value)));
const v6 = fc.bigInt(0xfdn << 120n, (0xfen << 120n) - 1n).map((value) => formatAddress(makeAddress(6, value)));
const v4Block = fc.tuple(v4, fc.integer({ min: 9, max: 31 })).map(([address, length]) => `${address}/${length}`);
const v6Block = fc
  .tuple(v6, fc.integer({ min: 9, max: 127 }))
  .map(([address, length]) => `${address}/${length}`.toUpperCase());
const block = fc.oneof(
  v4Block,
  v6Block,
  fc.tuple(v4Block, v6Block).map((pair) => pair.join(',')),
  fc.tuple(v6Block, v4Block).map((pair) => pair.join(',')),
);
const excludeIps = fc.array(fc.oneof(v4, v6), { maxLength: 6 });

test('a completed spec is complete: once more changes nothing, and its gateways are addresses of it that are excluded', () => {
  fc.assert(
    fc.property(block, excludeIps, (cidrBlock, excluded) => {
      const first = normaliseSubnetSpec('net1', { cidrBlock, excludeIps: excluded }, defaults);
      if (!first.ok) throw first.error;
      expect(normaliseSubnetSpec('net1', first.value, defaults)).toEqual(first);

      const cidr = parseDualCidr(first.value.cidrBlock);
      const ranges = parseRanges(first.value.excludeIps);
      const gateways = parseRanges(first.value.gateway.split(','));
      if (!cidr.ok || !ranges.ok || !gateways.ok) throw new Error('not readable');
      for (const family of ['v4', 'v6'] as const) {
        expect(gateways.value[family].size).toBe(cidr.value[family] ? 1n : 0n);
        expect(gateways.value[family].subtract(ranges.value[family]).size).toBe(0n);
      }
      const given = parseRanges(excluded);
      if (given.ok)
        for (const family of ['v4', 'v6'] as const)
          expect(given.value[family].subtract(ranges.value[family]).size).toBe(0n);
    }),
  );
});
