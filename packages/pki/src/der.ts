// Writes DER (X.690), the encoding of certificates: only what an X.509 certificate needs.

const CONSTRUCTED = 0x20;

export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x10 | CONSTRUCTED, ...parts);
}

export function set(...parts: readonly Buffer[]): Buffer {
  return element(0x11 | CONSTRUCTED, ...parts);
}

/** A field that is marked with a number instead of its type; `constructed` when it holds whole elements. */
export function marked(number: number, constructed: boolean, ...parts: readonly Buffer[]): Buffer {
  return element(0x80 | number | (constructed ? CONSTRUCTED : 0), ...parts);
}

export function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.from([value ? 0xff : 0]));
}

/** A number that is not negative, most significant byte first. */
export function integer(bytes: Uint8Array | number): Buffer {
  const value = Buffer.from(typeof bytes === 'number' ? [bytes] : bytes);
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start++;
  const shortest = value.subarray(start);
  // The first bit is the sign.
  return element(0x02, ...(shortest[0]! & 0x80 ? [Buffer.from([0])] : []), shortest);
}

export function bitString(bytes: Buffer, unusedBits = 0): Buffer {
  return element(0x03, Buffer.from([unusedBits]), bytes);
}

export function octetString(bytes: Buffer): Buffer {
  return element(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text, 'utf8'));
}

/** "2.5.29.15" */
export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** RFC 5280: UTCTime up to 2049, GeneralizedTime from then on, whole seconds. */
export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '');
  const year = Number(digits.slice(0, 4));
  return year < 2050 ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content]);
}

function length(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
