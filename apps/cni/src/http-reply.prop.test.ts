import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply } from './http-reply.ts';

const content = fc.uint8Array({ maxLength: 300 });

function join(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
}

/** `needed`: the blank line after the last chunk is not needed to know that it was the last one. */
const framed = fc.oneof(
  content.map((body) => {
    const reply = join(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body);
    return { body, reply, needed: reply.length };
  }),
  fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 5 }).map((parts) => {
    const chunks = parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n']);
    const reply = join('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', ...chunks, '0\r\n\r\n');
    return { body: join(...parts), reply, needed: reply.length - 2 };
  }),
);

test('a reply is incomplete until its last byte, damaged when cut anywhere before, and then exactly its body', () => {
  fc.assert(
    fc.property(framed, ({ body, reply, needed }) => {
      expect(readReply(reply, false)).toEqual({ state: 'complete', status: 200, body });
      for (let size = 0; size < needed; size++) {
        const cut = reply.subarray(0, size);
        expect(readReply(cut, false).state).toBe('incomplete');
        expect(readReply(cut, true).state).toBe('damaged');
      }
    }),
    { numRuns: 30 },
  );
});

test('no bytes at all make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), fc.boolean(), (noise, ended, prefixed) => {
      readReply(prefixed ? join('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', noise) : noise, ended);
    }),
  );
});
