import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Family, formatAddress, makeAddress, parseAddress } from './address.ts';

const anyAddress = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value) => makeAddress(4, value)),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => makeAddress(6, value)),
  // Groups that are often zero, where the shortening rules bite.
  fc
    .array(fc.constantFrom(0n, 0n, 1n, 0xffffn, 0xabcdn), { minLength: 8, maxLength: 8 })
    .map((groups) => makeAddress(6, joined(groups))),
);

test('what is written reads back', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(parseAddress(formatAddress(address))).toEqual({ ok: true, value: { ...address, upperCase: false } });
    }),
  );
});

test('IPv6 text agrees with the WHATWG URL serialiser, which also follows RFC 5952', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const isMapped = address.value >> 32n === 0xffffn;
      fc.pre(address.family === 6 && !isMapped);
      expect(`[${formatAddress(address)}]`).toBe(new URL(`http://[${formatAddress(address)}]`).hostname);
    }),
  );
});

test('nothing but an address is read as one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (text) => {
      const parsed = parseAddress(text);
      if (!parsed.ok) return;
      const family: Family = text.includes(':') ? 6 : 4;
      expect(parsed.value.family).toBe(family);
    }),
  );
});

function joined(groups: readonly bigint[]): bigint {
  let value = 0n;
  for (const group of groups) value = (value << 16n) | group;
  return value;
}
