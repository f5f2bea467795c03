import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonFramer } from './json-framer.ts';
import { ProtocolError } from './ovsdb-error.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', 'x') }),
);
const message = fc.dictionary(text, fc.oneof(text, fc.jsonValue(), fc.array(text)));
const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 3 });

/** Feeds the bytes in pieces ending at the given places. */
function frame(bytes: Buffer, cuts: readonly number[]): unknown[] {
  const messages: unknown[] = [];
  const framer = new JsonFramer((found) => messages.push(JSON.parse(found.toString())));
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    framer.push(Buffer.from(bytes.subarray(from, cut)));
    from = cut;
  }
  return messages;
}

test('any split and any merge of messages gives the same messages', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(message, blank)), fc.array(fc.nat()), (parts, cuts) => {
      const bytes = Buffer.from(parts.map(([value, after]) => JSON.stringify(value) + after).join(''));
      expect(frame(bytes, cuts)).toEqual(parts.map(([value]) => JSON.parse(JSON.stringify(value))));
    }),
    { numRuns: 500 },
  );
});

test('one byte at a time', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 3 }), (messages) => {
      const bytes = Buffer.from(messages.map((value) => JSON.stringify(value)).join(''));
      const everywhere = Array.from({ length: bytes.length }, (_, i) => i);
      expect(frame(bytes, everywhere)).toEqual(JSON.parse(JSON.stringify(messages)));
    }),
  );
});

test('arbitrary bytes end in a ProtocolError or in nothing, never in another failure', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (chunks) => {
      const framer = new JsonFramer(() => {});
      try {
        for (const chunk of chunks) framer.push(Buffer.from(chunk));
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
  );
});
