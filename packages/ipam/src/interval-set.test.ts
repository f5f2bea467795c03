import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { IntervalSet, parseRanges } from './interval-set.ts';

function set(...texts: string[]): IntervalSet {
  const parsed = parseRanges(texts);
  if (!parsed.ok) throw parsed.error;
  return parsed.value.v4.isEmpty ? parsed.value.v6 : parsed.value.v4;
}

test('text is ascending, merged, canonical', () => {
  expect(set('10.0.0.9', '10.0.0.1..10.0.0.3', '10.0.0.4').toText()).toBe('10.0.0.1..10.0.0.4,10.0.0.9');
  expect(new IntervalSet(6).toText()).toBe('');
});

test('a /8 and a /64 are one interval', () => {
  expect(set('10.0.0.0/8').intervalCount).toBe(1);
  expect(set('10.0.0.0/8').size).toBe(2n ** 24n);
  expect(set('fd00::/64').intervalCount).toBe(1);
  expect(set('fd00::/64').size).toBe(2n ** 64n);
});

test('algebra leaves its operands alone', () => {
  const all = set('fd00::/126');
  const some = set('fd00::1');
  expect(all.subtract(some).toText()).toBe('fd00::,fd00::2..fd00::3');
  expect(all.intersect(some).toText()).toBe('fd00::1');
  expect(some.union(set('fd00::9')).toText()).toBe('fd00::1,fd00::9');
  expect(all.toText()).toBe('fd00::..fd00::3');
  expect(all.intersects(some)).toBe(true);
});

test('families do not mix', () => {
  const v6 = parseAddress('fd00::1');
  const v4 = set('10.0.0.0/8');
  expect(v6.ok && v4.has(v6.value)).toBe(false);
  expect(() => v4.union(set('fd00::1'))).toThrow('different families');
  expect(() => v6.ok && v4.add(v6.value)).toThrow('IPv6 address in an IPv4 set');
});
