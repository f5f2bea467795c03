import { describe, expect, test } from 'vitest';
import { canonicalAddress, formatAddress, parseAddress } from './address.ts';

function canonical(text: string): string | undefined {
  const result = canonicalAddress(text);
  return result.ok ? result.value : undefined;
}

describe('canonical text', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['10.16.0.255', '10.16.0.255'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'], // two equal runs: the first is shortened
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'], // a single zero group is not
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'], // the longest run wins
    ['FD00::A', 'fd00::a'],
    ['190:255::1:FFFF', '190:255::1:ffff'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['::FFFF:0A00:0001', '::ffff:10.0.0.1'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('%s -> %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });
});

describe('refused', () => {
  test.each([
    '',
    ' ',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '256.1.1.1',
    '1.2.3.0400',
    '01.2.3.4',
    '+1.2.3.4',
    '0x1.2.3.4',
    '1.2.3.4 ',
    '10.0.0.1/24',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '1.2.3.4::',
    '::1.2.3',
    '::1.2.3.4:1',
    '1:',
    ':1',
  ])('"%s"', (text) => {
    const result = parseAddress(text);
    expect(result.ok ? result.value : result.error.code).toBe('ERR_ADDRESS_INVALID');
  });
});

test('upper case is understood and flagged, so that a caller who must refuse it can', () => {
  const upper = parseAddress('FD00::1');
  const lower = parseAddress('fd00::1');
  expect(upper.ok && upper.value.upperCase).toBe(true);
  expect(lower.ok && lower.value.upperCase).toBe(false);
  expect(upper.ok && formatAddress(upper.value)).toBe('fd00::1');
});
