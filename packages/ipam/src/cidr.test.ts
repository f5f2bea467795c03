import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import {
  type Cidr,
  cidrContains,
  cidrOverlaps,
  dualCidrOverlaps,
  formatCidr,
  isNetworkOrBroadcast,
  normaliseDualCidr,
  parseCidr,
  parseDualCidr,
  usableCount,
} from './cidr.ts';

function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw parsed.error;
  return parsed.value;
}

function address(text: string) {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw parsed.error;
  return parsed.value;
}

describe('hosts of a block', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.1', '10.255.255.254', 2n ** 24n - 2n],
    ['10.0.6.77/24', '10.0.6.1', '10.0.6.254', 254n],
    ['10.0.0.0/30', '10.0.0.1', '10.0.0.2', 2n],
    ['10.0.0.0/31', '10.0.0.0', '10.0.0.1', 2n],
    ['10.0.0.5/32', '10.0.0.5', '10.0.0.5', 0n],
    ['fd00::/64', 'fd00::1', 'fd00::ffff:ffff:ffff:fffe', 2n ** 64n - 2n],
    ['fd00::/127', 'fd00::', 'fd00::1', 2n],
    ['fd00::5/128', 'fd00::5', 'fd00::5', 0n],
    ['0.0.0.0/0', '0.0.0.1', '255.255.255.254', 2n ** 32n - 2n],
    ['::/0', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe', 2n ** 128n - 2n],
  ])('%s', (text, first, last, count) => {
    const block = cidr(text);
    expect([formatAddress(block.firstHost), formatAddress(block.lastHost)]).toEqual([first, last]);
    expect(usableCount(block)).toBe(count);
  });
});

test.each([
  '10.0.0.0',
  '10.0.0.0/',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '10.0.0.0/8/8',
  '/8',
  'x/8',
])('not a CIDR: %s', (text) => {
  const parsed = parseCidr(text);
  expect(parsed.ok ? parsed.value : parsed.error.code).toBe('ERR_CIDR_INVALID');
});

test('the address as written is kept beside the network form', () => {
  expect(formatCidr(cidr('10.16.3.4/16'))).toBe('10.16.0.0/16');
  expect(formatAddress(cidr('10.16.3.4/16').given)).toBe('10.16.3.4');
  expect(cidr('FD00::/64').upperCase).toBe(true);
});

describe('dual stack', () => {
  test.each([
    ['10.16.5.0/16', '10.16.0.0/16'],
    ['10.16.0.0/16,FD00:10:16::/64', '10.16.0.0/16,fd00:10:16::/64'],
    ['fd00:10:16::1/64, 10.16.0.0/16', '10.16.0.0/16,fd00:10:16::/64'],
  ])('%s is written %s', (text, expected) => {
    expect(normaliseDualCidr(text)).toEqual({ ok: true, value: expected });
  });

  test.each(['', ',', '10.0.0.0/8,', '10.0.0.0/8,11.0.0.0/8', 'fd00::/64,fd01::/64', '10.0.0.0/8,fd00::/64,fd01::/64'])(
    'refused: "%s"',
    (text) => {
      const parsed = parseDualCidr(text);
      expect(parsed.ok ? parsed.value : parsed.error.code).toBe('ERR_CIDR_INVALID');
    },
  );

  test('overlap in one family is overlap', () => {
    const a = { v4: cidr('10.0.0.0/24'), v6: cidr('fd00::/64') };
    expect(dualCidrOverlaps(a, { v4: cidr('10.0.1.0/24'), v6: cidr('fd00::8:0/112') })).toBe(true);
    expect(dualCidrOverlaps(a, { v4: cidr('10.0.1.0/24') })).toBe(false);
  });
});

test('containment and overlap', () => {
  expect(cidrContains(cidr('10.0.0.0/24'), address('10.0.0.255'))).toBe(true);
  expect(cidrContains(cidr('10.0.0.0/24'), address('10.0.1.0'))).toBe(false);
  expect(cidrContains(cidr('::/0'), address('10.0.0.1'))).toBe(false);
  expect(cidrOverlaps(cidr('10.0.0.0/8'), cidr('10.9.0.0/16'))).toBe(true);
  expect(cidrOverlaps(cidr('10.0.0.0/9'), cidr('10.128.0.0/9'))).toBe(false);
});

describe('gateways (cases C1, C2)', () => {
  test.each([
    ['192.168.0.0/24', '192.168.0.0', true],
    ['192.168.0.0/24', '192.168.0.255', true],
    ['192.168.0.0/24', '192.168.0.1', false],
    ['192.168.0.0/31', '192.168.0.0', false],
    ['190:255::1:0/112', '190:255::1:ffff', false],
    ['190:255::1:0/112', '190:255::1:0', true],
  ])('%s with %s: network or broadcast is %s', (block, gateway, expected) => {
    expect(isNetworkOrBroadcast(cidr(block), address(gateway))).toBe(expected);
  });
});
