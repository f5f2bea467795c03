import { describe, expect, test } from 'vitest';
import { decodeJson } from './decode-json.ts';
import { encodeJson } from './encode-json.ts';

describe('decodeJson', () => {
  test.each<[string, unknown]>([
    ['{"n":9007199254740991}', { n: 9007199254740991 }],
    ['{"n":9007199254740993}', { n: 9007199254740993n }],
    ['{"n":18446744073709551616}', { n: 18446744073709551616n }],
    ['{"n":-18446744073709551616}', { n: -18446744073709551616n }],
    ['{"n" :\n 18446744073709551616}', { n: 18446744073709551616n }],
    ['[1,18446744073709551616]', [1, 18446744073709551616n]],
    ['[18446744073709551616]', [18446744073709551616n]],
    [' 18446744073709551616', 18446744073709551616n],
    ['{"a\\\\":18446744073709551616}', { 'a\\': 18446744073709551616n }],
    ['{"a\\"":18446744073709551616}', { 'a"': 18446744073709551616n }],
    ['{"n":1.8446744073709552e+19}', { n: 18446744073709552000 }],
    ['{"n":0.12345678901234567890}', { n: 0.12345678901234568 }],
    ['{"image":"sha256:1234567890123456789"}', { image: 'sha256:1234567890123456789' }],
    ['{"note":"{\\"n\\":18446744073709551616}"}', { note: '{"n":18446744073709551616}' }],
    ['{"note":"a,1234567890123456789"}', { note: 'a,1234567890123456789' }],
    ['"18446744073709551616"', '18446744073709551616'],
  ])('%s', (text, value) => expect(decodeJson(text)).toEqual(value));

  test('malformed text is refused as by JSON.parse', () => {
    expect(() => decodeJson('{"n":18446744073709551616')).toThrow(SyntaxError);
  });
});

describe('encodeJson', () => {
  test('writes every digit, as a number', () => {
    expect(encodeJson({ n: 18446744073709551616n, m: [0n], s: 'x' })).toBe(
      '{"n":18446744073709551616,"m":[0],"s":"x"}',
    );
  });

  test('without a bigint it is JSON.stringify', () => {
    const value = { a: 1, b: undefined, c: null, d: [true] };
    expect(encodeJson(value)).toBe(JSON.stringify(value));
  });

  test('a cycle is still an error', () => {
    const cycle: { self?: unknown; n: bigint } = { n: 1n };
    cycle.self = cycle;
    expect(() => encodeJson(cycle)).toThrow(TypeError);
  });
});
