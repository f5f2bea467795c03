// Reads HTTP/1.1 answers (RFC 9112) from the bytes of one connection. Strict where leniency could mix up two answers: what is
// not plain HTTP is an error, and the connection is then of no more use.

export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly text: string;
}

export interface ReplyHeaders {
  readonly 'content-type'?: string;
  readonly 'retry-after'?: string;
}

export class HttpError extends Error {}

const MAX_HEAD = 64 * 1024;
const MAX_LINE = 4 * 1024;
// Below V8's limit of a string; a page of a list has a hundredth of it.
const MAX_BODY = 480 * 1024 * 1024;

const HEAD_END = Buffer.from('\r\n\r\n');
const CRLF = Buffer.from('\r\n');
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;|$)/;

type Phase = 'head' | 'length' | 'size' | 'chunk' | 'chunk end' | 'trailer' | 'to the end';

export class ReplyReader {
  #phase: Phase = 'head';
  #held: Buffer | undefined;
  #status = 0;
  #headers: ReplyHeaders = {};
  /** Bytes left of the body or of the chunk. */
  #left = 0;
  #parts: Buffer[] = [];
  #bodyBytes = 0;
  #reusable = true;
  /** Offset after what the last step has read. */
  #at = 0;

  /** False when the connection must not carry another request. */
  get reusable(): boolean {
    return this.#reusable && this.#phase === 'head' && this.#held === undefined;
  }

  /** Takes the first `length` bytes, which are not kept, and returns the answer that they complete. Throws HttpError. */
  push(bytes: Buffer, length: number): Reply | undefined {
    let data = bytes;
    let end = length;
    if (this.#held !== undefined) {
      data = Buffer.concat([this.#held, bytes.subarray(0, length)]);
      end = data.length;
      this.#held = undefined;
    }
    for (let at = 0; ; ) {
      const next = this.#step(data, at, end);
      if (typeof next === 'number') {
        at = next;
        continue;
      }
      // Bytes that nobody asked for: what follows on this connection would be the answer to something else.
      if (next !== undefined && this.#phase === 'head' && this.#at < end) this.#reusable = false;
      return next;
    }
  }

  /** The other side has closed in the regular way: that ends an answer whose length was not told. */
  end(): Reply | undefined {
    return this.#phase === 'to the end' ? this.#finish() : undefined;
  }

  /** The next offset, or the answer, or undefined when more bytes are needed. */
  #step(data: Buffer, at: number, end: number): number | Reply | undefined {
    switch (this.#phase) {
      case 'head':
        return this.#head(data, at, end);
      case 'length':
      case 'chunk':
      case 'to the end':
        return this.#body(data, at, end);
      default:
        return this.#line(data, at, end);
    }
  }

  #head(data: Buffer, at: number, end: number): number | Reply | undefined {
    const stop = find(data, HEAD_END, at, end);
    if (stop < 0) return this.#hold(data, at, end, MAX_HEAD);
    this.#readHead(data.toString('latin1', at, stop));
    this.#at = stop + HEAD_END.length;
    if (this.#phase === 'length' && this.#left === 0) return this.#finish();
    return this.#at;
  }

  #body(data: Buffer, at: number, end: number): number | Reply | undefined {
    const take = this.#phase === 'to the end' ? end - at : Math.min(this.#left, end - at);
    this.#at = at + take;
    this.#bodyBytes += take;
    if (this.#bodyBytes > MAX_BODY) throw new HttpError(`an answer of more than ${MAX_BODY} bytes`);
    if (this.#phase === 'length' && take === this.#left && this.#parts.length === 0)
      return this.#finish(data.toString('utf8', at, at + take));
    if (take > 0) this.#parts.push(Buffer.from(data.subarray(at, at + take)));
    if (this.#phase === 'to the end') return undefined;
    this.#left -= take;
    if (this.#left > 0) return undefined;
    if (this.#phase === 'length') return this.#finish();
    this.#phase = 'chunk end';
    return this.#at;
  }

  #line(data: Buffer, at: number, end: number): number | Reply | undefined {
    const stop = find(data, CRLF, at, end);
    if (stop < 0) return this.#hold(data, at, end, MAX_LINE);
    const line = data.toString('latin1', at, stop);
    this.#at = stop + CRLF.length;
    if (this.#phase === 'trailer') return line === '' ? this.#finish() : this.#at;
    if (this.#phase === 'chunk end') {
      if (line !== '') throw new HttpError('a chunk is longer than it says');
      this.#phase = 'size';
      return this.#at;
    }
    const size = CHUNK_SIZE.exec(line);
    if (size === null) throw new HttpError('the size of a chunk is no number');
    this.#left = Number.parseInt(size[1]!, 16);
    this.#phase = this.#left === 0 ? 'trailer' : 'chunk';
    return this.#at;
  }

  #readHead(text: string): void {
    const lines = text.split('\r\n');
    const first = STATUS_LINE.exec(lines[0]!);
    if (first === null) throw new HttpError('the answer is not HTTP/1.1');
    const status = Number(first[2]);
    if (status === 101) throw new HttpError('the server has switched protocols');
    if (status < 200) return;
    let length: number | undefined;
    let chunked = false;
    let connection = first[1] === '1' ? '' : 'close';
    const headers: { 'content-type'?: string; 'retry-after'?: string } = {};
    for (let n = 1; n < lines.length; n++) {
      const line = lines[n]!;
      const colon = line.indexOf(':');
      if (colon <= 0 || line.charCodeAt(0) <= 32) throw new HttpError('a header line without a name');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      if (name === 'content-length') length = contentLength(value, length);
      else if (name === 'transfer-encoding') chunked = isChunked(value);
      else if (name === 'connection') connection = value.toLowerCase();
      else if (name === 'content-type' || name === 'retry-after') headers[name] ??= value;
    }
    this.#status = status;
    this.#headers = headers;
    if (connection.includes('close')) this.#reusable = false;
    this.#phase = bodyPhase(status, chunked, length);
    this.#left = hasNoBody(status) ? 0 : (length ?? 0);
    if (this.#phase === 'to the end') this.#reusable = false;
  }

  #finish(text = Buffer.concat(this.#parts).toString('utf8')): Reply {
    const reply = { status: this.#status, headers: this.#headers, text };
    this.#phase = 'head';
    this.#parts = [];
    this.#bodyBytes = 0;
    return reply;
  }

  #hold(data: Buffer, at: number, end: number, limit: number): undefined {
    if (end - at > limit) throw new HttpError(`no line end in ${end - at} bytes`);
    if (end > at) this.#held = Buffer.from(data.subarray(at, end));
    return undefined;
  }
}

function bodyPhase(status: number, chunked: boolean, length: number | undefined): Phase {
  if (hasNoBody(status)) return 'length';
  if (chunked) return 'size';
  return length === undefined ? 'to the end' : 'length';
}

/** RFC 9112 section 6.3: whatever the headers say. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

function contentLength(value: string, known: number | undefined): number {
  if (!/^\d{1,15}$/.test(value)) throw new HttpError('the length of the answer is no number');
  const length = Number(value);
  if (known !== undefined && known !== length) throw new HttpError('the answer has two lengths');
  return length;
}

function isChunked(value: string): boolean {
  if (value.toLowerCase() !== 'chunked') throw new HttpError(`the answer is encoded as ${value.slice(0, 40)}`);
  return true;
}

function find(data: Buffer, text: Buffer, at: number, end: number): number {
  const found = data.indexOf(text, at);
  return found < 0 || found + text.length > end ? -1 : found;
}
