// The Internet checksum (RFC 1071).

export function internetChecksum(...parts: readonly Uint8Array[]): number {
  let sum = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) sum += ((part[i] ?? 0) << 8) | (part[i + 1] ?? 0);
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
