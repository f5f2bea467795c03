import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactMessage } from './compact-message.ts';
import { JsonReader } from './json-reader.ts';
import { ProtocolError } from './ovsdb-error.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'é', 'x', '\u2028') }),
);

test('strings, one after the other, escaped or not', () => {
  fc.assert(
    fc.property(fc.array(text), (strings) => {
      const reader = new JsonReader(JSON.stringify(strings));
      const read: string[] = [];
      if (reader.opens('[')) {
        do read.push(reader.string());
        while (reader.continues(']'));
      }
      reader.end();
      expect(read).toEqual(strings);
    }),
  );
});

test('any value within any other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), text, (a, b, name) => {
      const reader = new JsonReader(JSON.stringify({ [`k${name}`]: [a, b] }));
      expect(reader.opens('{')).toBe(true);
      expect(reader.name()).toBe(`k${name}`);
      expect(reader.opens('[')).toBe(true);
      const read = [reader.json(), reader.continues(']') && reader.json()];
      expect([reader.continues(']'), reader.continues('}')]).toEqual([false, false]);
      reader.end();
      expect(read).toEqual(JSON.parse(JSON.stringify([a, b])));
    }),
  );
});

test('numbers as JSON.parse reads them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), (number) => {
      const written = JSON.stringify(number);
      expect(new JsonReader(written).number()).toBe(JSON.parse(written));
    }),
  );
});

describe('what is no JSON', () => {
  test.each(['"abc', '"a\\q"', '"\\"', ''])('string %j', (wrong) => {
    expect(() => new JsonReader(wrong).string()).toThrow(ProtocolError);
  });
  test.each(['', '-', '.5', 'NaN', 'x'])('number %j', (wrong) => {
    expect(() => new JsonReader(wrong).number()).toThrow(ProtocolError);
  });
  test.each(['01', '1.', '1e', '5x'])('number %j ends too early', (wrong) => {
    const reader = new JsonReader(wrong);
    reader.number();
    expect(() => reader.end()).toThrow(ProtocolError);
  });
  test.each(['', '[', '[1,]', '{"a"}', '"'])('value %j', (wrong) => {
    expect(() => new JsonReader(wrong).json()).toThrow(ProtocolError);
  });
  test.each([
    '',
    '0A000000-0000-4000-8000-000000000000',
    '00000000-0000-4000-8000-00000000000',
    '0000000000000-4000-8000-000000000000',
  ])('uuid %j', (wrong) => expect(() => new JsonReader(wrong).uuid()).toThrow(ProtocolError));
});

test('a message in any form has one compact form', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.jsonValue()), fc.integer(), fc.constantFrom(0, 2, '\t'), (row, id, indent) => {
      const reply = JSON.stringify({ error: null, extra: 1, result: row, id }, undefined, indent);
      expect(compactMessage(reply)).toBe(JSON.stringify({ id, result: JSON.parse(JSON.stringify(row)), error: null }));
      const call = JSON.stringify({ params: [row], method: 'm', id: null }, undefined, indent);
      expect(compactMessage(call)).toBe(
        JSON.stringify({ id: null, method: 'm', params: [JSON.parse(JSON.stringify(row))] }),
      );
    }),
  );
});
