// MAC addresses. Canonical text is six lower-case pairs with colons; inside, a MAC is a 48-bit number: four times cheaper as a key.

import { createHash, randomFillSync } from 'node:crypto';
import { failWith, ok, type Result } from '@kube-ovn/errors';

const NOTATIONS = [
  /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i,
];
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const LOW_24 = 2 ** 24;
const BULK_BYTES = 6 * 512;

/** Accepts colons, hyphens and dotted quadruples; only unicast, not all zero. Returns canonical text. */
export function parseMac(text: string): Result<string> {
  const mac = macNumber(text);
  return mac === undefined ? failWith('ERR_MAC_INVALID', { text }) : ok(formatMac(mac));
}

/** The same seed always gives the same locally administered unicast MAC: for ports that must survive a rebuild of the database. */
export function deriveMac(seed: string): string {
  return formatMac(localUnicast(createHash('sha256').update(seed).digest(), 0));
}

/** Random, locally administered, unicast. Random bytes are fetched in bulk: one system call per 512 draws. */
export function randomMacNumbers(): () => number {
  const bytes = Buffer.alloc(BULK_BYTES);
  let at = BULK_BYTES;
  return () => {
    if (at === BULK_BYTES) {
      randomFillSync(bytes);
      at = 0;
    }
    at += 6;
    return localUnicast(bytes, at - 6);
  };
}

export function macNumber(text: string): number | undefined {
  if (!NOTATIONS.some((notation) => notation.test(text))) return undefined;
  const value = Number.parseInt(text.replace(/[^0-9a-f]/gi, ''), 16);
  const multicast = Math.floor(value / 2 ** 40) % 2 === 1;
  return multicast || value === 0 ? undefined : value;
}

export function formatMac(mac: number): string {
  const high = Math.floor(mac / LOW_24);
  const low = mac % LOW_24;
  return `${HEX[high >>> 16]}:${HEX[(high >>> 8) & 255]}:${HEX[high & 255]}:${HEX[low >>> 16]}:${HEX[(low >>> 8) & 255]}:${HEX[low & 255]}`;
}

function localUnicast(bytes: Buffer, at: number): number {
  const first = (bytes[at]! | 2) & 0xfe;
  return first * 2 ** 40 + bytes.readUIntBE(at + 1, 5);
}
