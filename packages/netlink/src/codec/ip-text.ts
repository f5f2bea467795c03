// IP addresses between text and network-order bytes, with the family as a value (case L1: never guess it later).
import { isIPv4, isIPv6 } from 'node:net';
import { AF_INET, AF_INET6 } from '../uapi/socket.ts';
import { DecodeError } from './struct.ts';

export type Family = 4 | 6;

export interface Prefix {
  readonly family: Family;
  readonly address: Uint8Array;
  readonly length: number;
}

export function familyOf(text: string): Family | undefined {
  if (isIPv4(text)) return 4;
  return isIPv6(text) && !text.includes('%') ? 6 : undefined;
}

export function addressFamily(family: Family): number {
  return family === 4 ? AF_INET : AF_INET6;
}

export function familyOfConstant(constant: number): Family | undefined {
  if (constant === AF_INET) return 4;
  return constant === AF_INET6 ? 6 : undefined;
}

export function addressBytes(text: string): Uint8Array {
  const family = familyOf(text);
  if (family === undefined) throw new RangeError(`"${text}" is no IP address`);
  return family === 4 ? ipv4Bytes(text) : ipv6Bytes(text);
}

/** "10.0.0.1/16" or "fd00::1/64"; without a length it is a host prefix. */
export function parsePrefix(text: string): Prefix {
  const slash = text.indexOf('/');
  const address = addressBytes(slash < 0 ? text : text.slice(0, slash));
  const longest = address.length * 8;
  const digits = slash < 0 ? String(longest) : text.slice(slash + 1);
  const length = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(length <= longest)) throw new RangeError(`"${text}" has no valid prefix length`);
  return { family: address.length === 4 ? 4 : 6, address, length };
}

/** Canonical text; RFC 5952 for IPv6. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) throw new DecodeError(`an IP address of ${bytes.length} bytes`);
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
  const gap = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (gap.length < 2) return hex.join(':');
  return `${hex.slice(0, gap.start).join(':')}::${hex.slice(gap.start + gap.length).join(':')}`;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  groups.forEach((group, i) => {
    if (group !== 0) start = i + 1;
    else if (i + 1 - start > best.length) best = { start, length: i + 1 - start };
  });
  return best;
}

function ipv4Bytes(text: string): Uint8Array {
  return Uint8Array.from(text.split('.'), Number);
}

function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = withHexTail(text).split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const groups = [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** "::ffff:10.0.0.1" -> "::ffff:a00:1" */
function withHexTail(text: string): string {
  const at = text.lastIndexOf(':') + 1;
  const tail = text.slice(at);
  if (!tail.includes('.')) return text;
  const [a = 0, b = 0, c = 0, d = 0] = ipv4Bytes(tail);
  return `${text.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
