import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply } from './http-reply.ts';

const content = fc.uint8Array({ maxLength: 300 });

function join(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
}

const framed = fc.oneof(
  content.map((body) => ({ body, reply: join(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body) })),
  fc
    .array(
      content.filter((part) => part.length > 0),
      { maxLength: 5 },
    )
    .map((parts) => ({
      body: join(...parts),
      reply: join(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
        ...parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n']),
        '0\r\n\r\n',
      ),
    })),
);

test('a reply is incomplete until its last byte, damaged when cut there, and then exactly its body', () => {
  fc.assert(
    fc.property(framed, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ body, reply }, at) => {
      expect(readReply(reply, false)).toEqual({ state: 'complete', status: 200, body });
      // The blank line after the last chunk is not needed to know that it was the last one.
      const cut = reply.subarray(0, Math.floor((reply.length - 2) * at));
      expect(readReply(cut, false).state).toBe('incomplete');
      expect(readReply(cut, true).state).toBe('damaged');
    }),
  );
});

test('no bytes at all make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), fc.boolean(), (noise, ended, prefixed) => {
      readReply(prefixed ? join('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', noise) : noise, ended);
    }),
  );
});
