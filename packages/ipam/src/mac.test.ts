import { describe, expect, test } from 'vitest';
import { deriveMac, formatMac, parseMac, randomMacNumbers } from './mac.ts';

describe('parse', () => {
  test.each([
    ['00:00:00:ab:cd:01', '00:00:00:ab:cd:01'],
    ['00:00:00:AB:CD:01', '00:00:00:ab:cd:01'],
    ['00-00-00-ab-cd-01', '00:00:00:ab:cd:01'],
    ['0000.00ab.cd01', '00:00:00:ab:cd:01'],
    ['fe:ff:ff:ff:ff:ff', 'fe:ff:ff:ff:ff:ff'],
  ])('%s', (text, expected) => {
    expect(parseMac(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    '',
    '00:00:00:ab:cd',
    '00:00:00:ab:cd:0g',
    '00:00:00:ab:cd:01:02',
    '0:0:0:ab:cd:1',
    '00:00-00:ab:cd:01',
    '01:00:5e:00:00:01', // multicast
    'ff:ff:ff:ff:ff:ff',
    '00:00:00:00:00:00',
  ])('refused: "%s"', (text) => {
    const parsed = parseMac(text);
    expect(parsed.ok ? parsed.value : parsed.error.code).toBe('ERR_MAC_INVALID');
  });
});

test('derived MACs are stable, differ by seed, and are local unicast', () => {
  expect(deriveMac('ovn-cluster-ovn-default')).toBe(deriveMac('ovn-cluster-ovn-default'));
  expect(deriveMac('a')).not.toBe(deriveMac('b'));
  for (const seed of ['a', 'b', 'c', 'd']) expectLocalUnicast(deriveMac(seed));
});

test('random MACs are local unicast, also across the bulk boundary', () => {
  const draw = randomMacNumbers();
  const drawn = Array.from({ length: 2000 }, () => formatMac(draw()));
  for (const mac of drawn) expectLocalUnicast(mac);
  expect(new Set(drawn).size).toBe(2000);
});

function expectLocalUnicast(mac: string): void {
  expect(Number.parseInt(mac.slice(0, 2), 16) & 3).toBe(2);
  expect(parseMac(mac)).toEqual({ ok: true, value: mac });
}
