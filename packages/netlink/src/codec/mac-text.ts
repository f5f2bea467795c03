// Link-layer addresses between "02:00:00:0a:00:01" and bytes.

export function macBytes(text: string): Uint8Array {
  if (!/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(text)) throw new RangeError(`"${text}" is no MAC address`);
  return Uint8Array.from(text.split(':'), (part) => Number.parseInt(part, 16));
}

/** Any length: tunnels carry 4 or 16 byte link-layer addresses. */
export function macText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':');
}
