import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareResourceVersions } from './resource-version.ts';

test('orders as BigInt does', () => {
  const version = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(version, version, (a, b) => {
      const order = compareResourceVersions(String(a), String(b)) as number;
      expect(Math.sign(order)).toBe(a === b ? 0 : a < b ? -1 : 1);
    }),
  );
});

test('what is no number has no order, but may be equal', () => {
  expect(compareResourceVersions('x', '1')).toBeUndefined();
  expect(compareResourceVersions('007', '8')).toBeUndefined();
  expect(compareResourceVersions(undefined, '1')).toBeUndefined();
  expect(compareResourceVersions(undefined, undefined)).toBeUndefined();
  expect(compareResourceVersions('x', 'x')).toBe(0);
});
