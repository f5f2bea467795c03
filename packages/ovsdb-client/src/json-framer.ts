// Cuts a byte stream of JSON objects, written back to back and split anywhere, into one Buffer per object. It counts
// brackets outside strings; whether the bytes are JSON is for JSON.parse to say. Only what no JSON has outside a string is
// refused here: the sign of a lost quote, which would otherwise turn the rest of the stream inside out.
import { ProtocolError } from './ovsdb-error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Below V8's limit of a string, with room; no honest database comes near. */
const MAX_MESSAGE = 480 * 1024 * 1024;

// What a byte means outside a string.
const PLAIN = 0;
const OPENS = 1;
const CLOSES = 2;
const QUOTES = 3;
const FOREIGN = 4;
const CLASS = new Uint8Array(256).fill(FOREIGN);
for (const byte of Buffer.from(' \t\r\n,:0123456789+-.eEtrufalsn')) CLASS[byte] = PLAIN;
CLASS[0x7b] = CLASS[0x5b] = OPENS;
CLASS[0x7d] = CLASS[0x5d] = CLOSES;
CLASS[QUOTE] = QUOTES;

export class JsonFramer {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  readonly #onMessage: (message: Buffer) => void;

  constructor(onMessage: (message: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  /** Throws ProtocolError on bytes that cannot be there; the framer is of no use after that. */
  push(chunk: Buffer): void {
    const end = chunk.length;
    let depth = this.#depth;
    let at = 0;
    let start = 0;
    if (this.#inString) at = this.#skipString(chunk, 0);
    else if (depth === 0) at = start = skipBlank(chunk, 0);
    while (at < end) {
      const kind = CLASS[chunk[at]!]!;
      at += 1;
      if (kind === PLAIN) continue;
      if (kind === QUOTES) at = this.#skipString(chunk, at);
      else if (kind === OPENS) depth += 1;
      else if (kind === FOREIGN) throw foreign(chunk[at - 1]!, 'outside a string');
      else if (--depth === 0) {
        this.#finish(chunk.subarray(start, at));
        at = start = skipBlank(chunk, at);
      }
    }
    this.#depth = depth;
    if (start < end) this.#keep(chunk.subarray(start));
  }

  /** Returns the offset after the closing quote, or the end of the chunk when the string goes on. */
  #skipString(chunk: Buffer, from: number): number {
    const end = chunk.length;
    let at = from;
    if (this.#escaped && at < end) {
      this.#escaped = false;
      at += 1;
    }
    while (at < end) {
      const byte = chunk[at]!;
      at += 1;
      if (byte === QUOTE) {
        this.#inString = false;
        return at;
      }
      if (byte < 0x20) throw foreign(byte, 'in a string');
      if (byte !== BACKSLASH) continue;
      if (at === end) this.#escaped = true;
      at += 1;
    }
    this.#inString = true;
    return end;
  }

  #keep(part: Buffer): void {
    this.#keptBytes += part.length;
    if (this.#keptBytes > MAX_MESSAGE) throw new ProtocolError(`a message of more than ${MAX_MESSAGE} bytes`);
    this.#kept.push(part);
  }

  #finish(last: Buffer): void {
    const whole = this.#kept.length === 0 ? last : Buffer.concat([...this.#kept, last], this.#keptBytes + last.length);
    this.#kept = [];
    this.#keptBytes = 0;
    this.#onMessage(whole);
  }
}

/** Returns the offset of the next object, or the end. */
function skipBlank(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at]!;
    if (byte === 0x7b) return at;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      throw foreign(byte, 'where a message should begin');
    }
  }
  return chunk.length;
}

function foreign(byte: number, where: string): ProtocolError {
  return new ProtocolError(`byte 0x${byte.toString(16).padStart(2, '0')} ${where}`);
}
