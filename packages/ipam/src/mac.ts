// MAC addresses: canonical text is six lower-case pairs with colons.

import { createHash, randomFillSync } from 'node:crypto';
import { failWith, ok, type Result } from '@kube-ovn/errors';

const NOTATIONS = [
  /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i,
];
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 6 * 512;

/** Accepts colons, hyphens and dotted quadruples; only unicast, not all zero. Returns canonical text. */
export function parseMac(text: string): Result<string> {
  if (!NOTATIONS.some((notation) => notation.test(text))) return failWith('ERR_MAC_INVALID', { text });
  const bytes = Buffer.from(text.replace(/[^0-9a-f]/gi, ''), 'hex');
  if ((bytes[0]! & 1) === 1 || bytes.every((byte) => byte === 0)) return failWith('ERR_MAC_INVALID', { text });
  return ok(formatMac(bytes, 0));
}

/** The same seed always gives the same locally administered unicast MAC: for ports that must survive a rebuild of the database. */
export function deriveMac(seed: string): string {
  return localUnicast(createHash('sha256').update(seed).digest(), 0);
}

/** A source of random, locally administered, unicast MACs. Random bytes are fetched in bulk: one system call per 512 draws. */
export function randomMacSource(): () => string {
  const bytes = Buffer.alloc(POOL_BYTES);
  let at = POOL_BYTES;
  return () => {
    if (at === POOL_BYTES) {
      randomFillSync(bytes);
      at = 0;
    }
    at += 6;
    return localUnicast(bytes, at - 6);
  };
}

function localUnicast(bytes: Uint8Array, at: number): string {
  bytes[at] = (bytes[at]! | 2) & 0xfe;
  return formatMac(bytes, at);
}

function formatMac(bytes: Uint8Array, at: number): string {
  return `${HEX[bytes[at]!]}:${HEX[bytes[at + 1]!]}:${HEX[bytes[at + 2]!]}:${HEX[bytes[at + 3]!]}:${HEX[bytes[at + 4]!]}:${HEX[bytes[at + 5]!]}`;
}
