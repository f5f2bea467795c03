import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexOf } from '../testing/fake-syscalls.ts';
import { addressBytes, addressText, familyOf, parsePrefix } from './ip-text.ts';

describe('addresses', () => {
  test.each([
    ['10.16.0.5', '0a100005', '10.16.0.5'],
    ['::', '0'.repeat(32), '::'],
    ['::1', `${'0'.repeat(31)}1`, '::1'],
    ['fd00:0:0:0:0:0:0:5', 'fd000000000000000000000000000005', 'fd00::5'],
    ['2001:DB8::1:0:0:1', '20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
    ['fe80::', 'fe800000000000000000000000000000', 'fe80::'],
    ['::ffff:10.0.0.1', '00000000000000000000ffff0a000001', '::ffff:a00:1'],
  ])('%s', (text, hex, canonical) => {
    expect(hexOf(addressBytes(text))).toBe(hex);
    expect(addressText(addressBytes(text))).toBe(canonical);
  });

  test.each(['', '10.16.0', '10.16.0.256', 'fe80::1%eth0', 'fd00::g', '10.0.0.1/8'])('%j is refused', (text) => {
    expect(familyOf(text)).toBeUndefined();
    expect(() => addressBytes(text)).toThrow(RangeError);
  });

  test('any IPv6 address survives the way through text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const text = addressText(bytes);
        expect(isIPv6(text)).toBe(true);
        expect(addressBytes(text)).toEqual(bytes);
      }),
    );
  });
});

describe('prefixes', () => {
  test('the length is optional and bounded by the family', () => {
    expect(parsePrefix('10.16.0.0/16')).toMatchObject({ family: 4, length: 16 });
    expect(parsePrefix('fd00::5')).toMatchObject({ family: 6, length: 128 });
  });

  test.each(['10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/a', '10.0.0.0/-1', '/8', 'x/8'])('%j', (text) => {
    expect(() => parsePrefix(text)).toThrow(RangeError);
  });
});
