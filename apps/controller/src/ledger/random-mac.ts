// A fresh MAC address for a pod: locally administered, unicast. Drawn once, then kept in the IP object.

import { randomFillSync } from 'node:crypto';

const LENGTH = 6;
/** A system call for one address costs more than one for many. */
const drawn = Buffer.alloc(512 * LENGTH);
let next = drawn.length;

export function randomMac(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  // IEEE 802: bit 1 of the first byte says locally administered, bit 0 says group address.
  drawn[next] = (drawn[next]! | 2) & 0xfe;
  const hex = drawn.toString('hex', next, next + LENGTH);
  next += LENGTH;
  return hex.replace(/..(?=.)/g, '$&:');
}
