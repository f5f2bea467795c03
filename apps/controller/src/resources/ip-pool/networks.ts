// Pool addresses as OVN's address sets take them: addresses and networks, no `a..b` (ovn-nb(5), Address_Set).

import { formatAddress, makeAddress, parseRange } from '@kube-ovn/ipam';

/** The fewest networks that cover exactly these ranges; texts that are no range are left out. */
export function networksOf(ranges: readonly string[]): readonly string[] {
  return ranges.flatMap((text) => {
    const range = parseRange(text);
    return range.ok ? cover(range.value.family, range.value.first, range.value.last) : [];
  });
}

function cover(family: 4 | 6, first: bigint, last: bigint): string[] {
  const bits = family === 4 ? 32 : 128;
  const networks: string[] = [];
  for (let at = first; at <= last; ) {
    let length = 0;
    // The next larger network must begin here and must not reach beyond the end.
    while (length < bits && at % (2n << BigInt(length)) === 0n && at + (2n << BigInt(length)) - 1n <= last) length++;
    const address = formatAddress(makeAddress(family, at));
    networks.push(length === 0 ? address : `${address}/${bits - length}`);
    at += 1n << BigInt(length);
  }
  return networks;
}
