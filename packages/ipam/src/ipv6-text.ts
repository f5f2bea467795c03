// IPv6 text <-> 128-bit bigint. Reads every form of RFC 4291 section 2.2 (no zone), writes RFC 5952 only.

import { formatIpv4, parseIpv4 } from './ipv4-text.ts';

const GROUP = /^[0-9a-fA-F]{1,4}$/;

export function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0]!, halves.length === 1);
  if (halves.length === 1) return head?.length === 8 ? groupsToValue(head) : undefined;
  const tail = parseGroups(halves[1]!, true);
  if (!head || !tail || head.length + tail.length > 7) return undefined;
  const zeros: number[] = new Array(8 - head.length - tail.length).fill(0);
  return groupsToValue([...head, ...zeros, ...tail]);
}

export function formatIpv6(value: bigint): string {
  return formatGroups(valueToGroups(value));
}

export function valueToGroups(value: bigint): number[] {
  const groups: number[] = new Array(8).fill(0);
  for (let index = 7; index >= 0; index--) {
    groups[index] = Number(value & 0xffffn);
    value >>= 16n;
  }
  return groups;
}

/** RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups becomes "::". */
export function formatGroups(groups: readonly number[]): string {
  let runStart = -1;
  let runLength = 1;
  for (let index = 0; index < 8; index++) {
    if (groups[index] !== 0) continue;
    let end = index + 1;
    while (end < 8 && groups[end] === 0) end++;
    if (end - index > runLength) {
      runStart = index;
      runLength = end - index;
    }
    index = end;
  }
  if (runStart === 0 && runLength === 5 && groups[5] === 0xffff) {
    return `::ffff:${formatIpv4(groups[6]! * 65536 + groups[7]!)}`;
  }
  if (runStart < 0) return joinGroups(groups, 0, 8);
  return `${joinGroups(groups, 0, runStart)}::${joinGroups(groups, runStart + runLength, 8)}`;
}

function joinGroups(groups: readonly number[], start: number, end: number): string {
  if (start >= end) return '';
  let text = groups[start]!.toString(16);
  for (let index = start + 1; index < end; index++) text += `:${groups[index]!.toString(16)}`;
  return text;
}

function parseGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const ipv4 = mayEndInIpv4 && index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (ipv4 === undefined) return undefined;
    groups.push(ipv4 >>> 16, ipv4 & 0xffff);
  }
  return groups;
}

function groupsToValue(groups: readonly number[]): bigint {
  let value = 0n;
  for (const group of groups) value = (value << 16n) | BigInt(group);
  return value;
}
