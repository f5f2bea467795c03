// A cursor over the text of one JSON message that hands out values without building the message as objects first. It reads
// only the compact form that ovsdb-server writes; whoever holds another form makes it compact by JSON.stringify.
// Strings are slices of the text: a row keeps alive the text of the message it came in, which is about its own size.
import { ProtocolError } from './ovsdb-error.ts';

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const QUOTE = 0x22;
const DASH = 0x2d;
const UUID_LENGTH = 36;

const HEX = new Uint8Array(256);
for (const digit of Buffer.from('0123456789abcdef')) HEX[digit] = 1;

export class JsonReader {
  readonly #text: string;
  #at = 0;
  /** The next backslash at or after the cursor: strings before it need no unescaping. */
  #backslash: number;

  constructor(text: string) {
    this.#text = text;
    this.#backslash = offsetOf(text, '\\', 0);
  }

  /** Goes over the expected text if it is there. */
  skips(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.skips(expected)) throw this.unexpected(expected);
  }

  /** True when there is a first member or element; otherwise the empty container has been gone over. */
  opens(open: '{' | '['): boolean {
    this.expect(open);
    return !this.skips(open === '{' ? '}' : ']');
  }

  /** True when another member or element follows; otherwise the end of the container has been gone over. */
  continues(close: '}' | ']'): boolean {
    if (this.skips(',')) return true;
    this.expect(close);
    return false;
  }

  /** A member's name, and the colon after it. */
  name(): string {
    const name = this.string();
    this.expect(':');
    return name;
  }

  string(): string {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== QUOTE) throw this.unexpected('a string');
    const end = this.#text.indexOf('"', start + 1);
    if (this.#backslash < start) this.#backslash = offsetOf(this.#text, '\\', start);
    if (end < 0 || end > this.#backslash) return this.#escapedString(start);
    this.#at = end + 1;
    return this.#text.slice(start + 1, end);
  }

  uuid(): string {
    const start = this.#at;
    for (let i = 0; i < UUID_LENGTH; i += 1) {
      const code = this.#text.charCodeAt(start + i);
      const isDash = i === 8 || i === 13 || i === 18 || i === 23;
      if (isDash ? code !== DASH : HEX[code] !== 1) throw this.unexpected('a uuid');
    }
    this.#at = start + UUID_LENGTH;
    return this.#text.slice(start, this.#at);
  }

  number(): number {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!match) throw this.unexpected('a number');
    this.#at += match[0].length;
    return Number(match[0]);
  }

  boolean(): boolean {
    if (this.skips('true')) return true;
    this.expect('false');
    return false;
  }

  /** Any value, as JSON.parse gives it. */
  json(): unknown {
    const start = this.#at;
    this.#skipValue();
    return parse(this.#text.slice(start, this.#at));
  }

  end(): void {
    if (this.#at !== this.#text.length) throw this.unexpected('the end');
  }

  unexpected(expected: string): ProtocolError {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 40));
    return new ProtocolError(`${expected} expected at offset ${this.#at}, not ${found}`);
  }

  #escapedString(start: number): string {
    this.#at = this.#stringEnd(start);
    return parse(this.#text.slice(start, this.#at)) as string;
  }

  /** The offset after the string that begins here. */
  #stringEnd(start: number): number {
    for (let end = this.#text.indexOf('"', start + 1); end >= 0; end = this.#text.indexOf('"', end + 1)) {
      let first = end;
      while (this.#text.charCodeAt(first - 1) === 0x5c) first -= 1;
      if ((end - first) % 2 === 0) return end + 1;
    }
    throw this.unexpected('the end of a string');
  }

  #skipValue(): void {
    const text = this.#text;
    let depth = 0;
    let at = this.#at;
    do {
      const char = text[at];
      if (char === undefined) throw this.unexpected('a value');
      if (char === '"') at = this.#stringEnd(at);
      else {
        if (char === '{' || char === '[') depth += 1;
        if (char === '}' || char === ']') depth -= 1;
        at += 1;
      }
    } while (depth > 0 || !endsValue(text[at]));
    this.#at = at;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError(`no JSON: ${text.slice(0, 40)}`, { cause });
  }
}

function endsValue(char: string | undefined): boolean {
  return char === undefined || char === ',' || char === '}' || char === ']';
}

function offsetOf(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
