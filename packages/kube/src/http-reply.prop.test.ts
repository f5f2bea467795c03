import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Reply, ReplyReader } from './http-reply.ts';

/** Pushes the bytes in pieces through one buffer that is used again, as the transport does. */
function read(bytes: Buffer, cuts: readonly number[]): { replies: Reply[]; reader: ReplyReader } {
  const reader = new ReplyReader();
  const shared = Buffer.alloc(bytes.length + 8, '\r\n\r\n');
  const replies: Reply[] = [];
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    bytes.copy(shared, 0, from, to);
    const reply = reader.push(shared, to - from);
    if (reply !== undefined) replies.push(reply);
    from = to;
  }
  return { replies, reader };
}

const body = fc.string({ unit: 'grapheme', maxLength: 200 });
const cuts = fc.array(fc.nat(2000), { maxLength: 12 });

function chunks(text: string, size: number): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)};x=1\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\nA-Trailer: x\r\n\r\n')]);
}

test('an answer of a told length, however the bytes are cut', () => {
  fc.assert(
    fc.property(body, cuts, (text, places) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
      const { replies, reader } = read(Buffer.from(head + text), places);
      expect(replies).toEqual([{ status: 200, headers: { 'content-type': 'application/json' }, text }]);
      expect(reader.reusable).toBe(true);
    }),
  );
});

test('an answer in chunks, after a provisional one, however the bytes are cut', () => {
  fc.assert(
    fc.property(body, fc.integer({ min: 1, max: 50 }), cuts, (text, size, places) => {
      const head =
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 \r\nRetry-After:  7 \r\nTransfer-Encoding: Chunked\r\n\r\n';
      const { replies, reader } = read(Buffer.concat([Buffer.from(head), chunks(text, size)]), places);
      expect(replies).toEqual([{ status: 429, headers: { 'retry-after': '7' }, text }]);
      expect(reader.reusable).toBe(true);
    }),
  );
});

test('an answer that lasts until the other side closes', () => {
  fc.assert(
    fc.property(body, cuts, (text, places) => {
      const { replies, reader } = read(Buffer.from(`HTTP/1.0 200 OK\r\n\r\n${text}`), places);
      expect(replies).toEqual([]);
      expect(reader.end()).toEqual({ status: 200, headers: {}, text });
      expect(reader.reusable).toBe(false);
    }),
  );
});

test.each([
  ['a status without a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n', true],
  ['an empty body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
  ['a connection that ends', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', false],
  ['bytes nobody asked for', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP', false],
])('whether the connection may be used again: %s', (_name, text, reusable) => {
  const { replies, reader } = read(Buffer.from(text), []);
  expect(replies).toHaveLength(1);
  expect(reader.reusable).toBe(reusable);
});

test.each([
  'SSH-2.0-x\r\n\r\n',
  'HTTP/2 200\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
  'HTTP/1.1 200 OK\r\n folded: x\r\n\r\n',
  `HTTP/1.1 200 OK\r\n${'x'.repeat(70_000)}`,
])('what is no answer is an error: %j', (text) => {
  expect(() => read(Buffer.from(text), [])).toThrow();
});

test('an answer cut short is none', () => {
  expect(read(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc'), []).reader.end()).toBeUndefined();
  expect(
    read(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'), []).reader.end(),
  ).toBeUndefined();
});
