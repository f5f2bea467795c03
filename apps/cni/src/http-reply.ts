// Reads one HTTP/1.1 reply out of the bytes received so far. Pure: asked again with more bytes until it is complete or damaged.

export type ReplyProgress =
  | { readonly state: 'incomplete' }
  | { readonly state: 'complete'; readonly status: number; readonly body: Uint8Array }
  | { readonly state: 'damaged'; readonly why: string };

const INCOMPLETE: ReplyProgress = { state: 'incomplete' };
const LONGEST_HEAD = 32 * 1024;
const CR = 13;
const LF = 10;

/** `ended`: the other side has closed, nothing more will come. */
export function readReply(bytes: Uint8Array, ended: boolean): ReplyProgress {
  let start = 0;
  for (;;) {
    const headEnd = indexOfBlankLine(bytes, start);
    if (headEnd < 0) return withoutHead(bytes, start, ended);
    const head = parseHead(ascii(bytes, start, headEnd));
    if (head === undefined) return damaged('it is not HTTP');
    start = headEnd + 4;
    if (head.status >= 200) return readBody(head, bytes.subarray(start), ended);
  }
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

function withoutHead(bytes: Uint8Array, start: number, ended: boolean): ReplyProgress {
  const size = bytes.length - start;
  if (size > LONGEST_HEAD) return damaged('its header is too long');
  if (size >= 5 && !ascii(bytes, start, start + 5).startsWith('HTTP/')) return damaged('it is not HTTP');
  if (!ended) return INCOMPLETE;
  return damaged(bytes.length === 0 ? 'the connection was closed without an answer' : 'it was cut in its header');
}

function parseHead(text: string): Head | undefined {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})( |$)/.exec(statusLine)?.[1];
  if (status === undefined) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), headers };
}

function readBody(head: Head, body: Uint8Array, ended: boolean): ReplyProgress {
  const complete = (content: Uint8Array): ReplyProgress => ({ state: 'complete', status: head.status, body: content });
  if (head.status === 204 || head.status === 304) return complete(new Uint8Array(0));
  const encoding = head.headers['transfer-encoding'];
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') return damaged(`its transfer encoding "${encoding}" is unknown`);
    return readChunks(body, ended, complete);
  }
  const stated = head.headers['content-length'];
  if (stated === undefined) return ended ? complete(body) : INCOMPLETE;
  if (!/^\d{1,10}$/.test(stated)) return damaged(`its content length "${stated}" is no number`);
  const length = Number(stated);
  if (body.length >= length) return complete(body.subarray(0, length));
  return ended ? damaged(`it was cut after ${body.length} of ${length} bytes`) : INCOMPLETE;
}

function readChunks(body: Uint8Array, ended: boolean, complete: (content: Uint8Array) => ReplyProgress): ReplyProgress {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = indexOfLineEnd(body, at);
    if (lineEnd < 0) break;
    const size = /^([0-9a-fA-F]{1,8})\s*(;.*)?$/.exec(ascii(body, at, lineEnd))?.[1];
    if (size === undefined) return damaged('a chunk has no size');
    const length = Number.parseInt(size, 16);
    // Trailers after the last chunk carry nothing for us.
    if (length === 0) return complete(join(parts));
    const start = lineEnd + 2;
    if (body.length < start + length + 2) break;
    if (body[start + length] !== CR || body[start + length + 1] !== LF) return damaged('a chunk has the wrong size');
    parts.push(body.subarray(start, start + length));
    at = start + length + 2;
  }
  return ended ? damaged('it was cut between its chunks') : INCOMPLETE;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function indexOfBlankLine(bytes: Uint8Array, from: number): number {
  for (let at = indexOfLineEnd(bytes, from); at >= 0; at = indexOfLineEnd(bytes, at + 2)) {
    if (bytes[at + 2] === CR && bytes[at + 3] === LF) return at;
  }
  return -1;
}

function indexOfLineEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(CR, from); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF) return at;
  }
  return -1;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

function damaged(why: string): ReplyProgress {
  return { state: 'damaged', why };
}
