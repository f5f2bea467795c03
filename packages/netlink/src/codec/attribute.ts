// Netlink attributes (struct nlattr, linux/netlink.h): type-length-value, aligned to four bytes, nestable.
import { NLA_TYPE_MASK } from '../uapi/netlink.ts';
import { concat, DecodeError, decode, encode, type Scalar, scalarBytes, struct, u16, u32 } from './struct.ts';

const NLATTR = struct(4, { nla_len: [0, u16], nla_type: [2, u16] });

/** The longest payload whose length still fits nla_len. */
const MAX_PAYLOAD = 0xffff - NLATTR.size;

export function attribute(type: number, payload: Uint8Array): Uint8Array {
  if (payload.length > MAX_PAYLOAD) throw new RangeError(`attribute ${type} of ${payload.length} bytes is too long`);
  const length = NLATTR.size + payload.length;
  const bytes = new Uint8Array(align(length));
  bytes.set(encode(NLATTR, { nla_len: length, nla_type: type }));
  bytes.set(payload, NLATTR.size);
  return bytes;
}

export function nested(type: number, ...children: readonly Uint8Array[]): Uint8Array {
  return attribute(type, concat(children));
}

export function scalarAttribute(type: number, scalar: Scalar, value: number): Uint8Array {
  return attribute(type, scalarBytes(scalar, value));
}

export function u32Attribute(type: number, value: number): Uint8Array {
  return scalarAttribute(type, u32, value);
}

/** NUL-terminated, as the kernel wants names. */
export function stringAttribute(type: number, text: string): Uint8Array {
  // The kernel would read up to the first NUL: another name than the one that was meant.
  if (text.includes('\0')) throw new RangeError(`${JSON.stringify(text)} contains NUL`);
  return attribute(type, new TextEncoder().encode(`${text}\0`));
}

/** Nothing for an absent value, so optional attributes read as a plain list. */
export function optional<T>(value: T | undefined, toAttribute: (value: T) => Uint8Array): Uint8Array[] {
  return value === undefined ? [] : [toAttribute(value)];
}

/** Every attribute from `at` to the end, in order. */
export function listAttributes(bytes: Uint8Array, at = 0): { type: number; payload: Uint8Array }[] {
  const found: { type: number; payload: Uint8Array }[] = [];
  let offset = at;
  while (offset < bytes.length) {
    const { nla_len: length, nla_type: type } = decode(NLATTR, bytes, offset);
    if (length < NLATTR.size || offset + length > bytes.length) {
      throw new DecodeError(`attribute ${type & NLA_TYPE_MASK} claims ${length} of ${bytes.length - offset} bytes`);
    }
    found.push({ type: type & NLA_TYPE_MASK, payload: bytes.subarray(offset + NLATTR.size, offset + length) });
    offset += align(length);
  }
  return found;
}

/** By type; the last one of a type wins, as in the kernel. */
export function readAttributes(bytes: Uint8Array, at = 0): Map<number, Uint8Array> {
  return new Map(listAttributes(bytes, at).map(({ type, payload }) => [type, payload]));
}

export function readString(payload: Uint8Array): string {
  const end = payload.indexOf(0);
  return new TextDecoder().decode(end < 0 ? payload : payload.subarray(0, end));
}

export function align(length: number): number {
  return (length + 3) & ~3;
}
