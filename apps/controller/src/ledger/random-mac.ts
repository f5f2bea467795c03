// A fresh MAC address for a pod: locally administered, unicast. Drawn once, then kept in the IP object.

import { randomBytes } from 'node:crypto';

export function randomMac(): string {
  const bytes = randomBytes(6);
  // IEEE 802: bit 1 of the first byte says locally administered, bit 0 says group address.
  bytes[0] = (bytes[0]! | 2) & 0xfe;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
