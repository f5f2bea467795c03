import { describe, expect, test } from 'vitest';
import { readReply } from './http-reply.ts';

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function read(text: string, ended = false) {
  const reply = readReply(bytes(text), ended);
  return reply.state === 'complete' ? `${reply.status} ${String.fromCharCode(...reply.body)}` : reply;
}

describe('complete replies', () => {
  test.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', '200 ok'],
    ['HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\nok and more', '200 ok'],
    ['HTTP/1.0 500\r\nContent-Length: 0\r\n\r\n', '500 '],
    ['HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n', '204 '],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', '200 ok'],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
      '200 abc0123456789',
    ],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('without a length it ends with the connection', () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nok';
    expect(read(text)).toEqual({ state: 'incomplete' });
    expect(read(text, true)).toBe('200 ok');
  });
});

describe('damaged replies', () => {
  test.each([
    ['', true, 'closed without an answer'],
    ['HTTP/1.1 200', true, 'cut in its header'],
    ['SSH-2.0', false, 'not HTTP'],
    ['HTTP/2 200 OK\r\n\r\n', false, 'not HTTP'],
    ['HTTP/1.1 abc\r\n\r\n', false, 'not HTTP'],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`, false, 'header is too long'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', true, 'cut after 2 of 5 bytes'],
    ['HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n', false, 'no number'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n', false, 'no number'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', false, 'transfer encoding "gzip"'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', false, 'chunk has no size'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n', false, 'chunk has the wrong size'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', true, 'cut between its chunks'],
  ])('%j', (text, ended, why) => {
    expect(read(text, ended)).toEqual({ state: 'damaged', why: expect.stringContaining(why) });
  });
});
