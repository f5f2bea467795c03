// IPv4 text <-> unsigned 32-bit number. Strict dotted decimal: no leading zeros, no short forms.

const OCTET_TEXT: readonly string[] = Array.from({ length: 256 }, (_, octet) => String(octet));

export function parseIpv4(text: string): number | undefined {
  let value = 0;
  let octet = -1;
  let octets = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 46 : text.charCodeAt(at);
    if (code === 46) {
      if (octet < 0 || octets === 4) return undefined;
      value = value * 256 + octet;
      octets++;
      octet = -1;
    } else if (code >= 48 && code <= 57) {
      if (octet === 0) return undefined;
      octet = (octet < 0 ? 0 : octet * 10) + code - 48;
      if (octet > 255) return undefined;
    } else {
      return undefined;
    }
  }
  return octets === 4 ? value : undefined;
}

export function formatIpv4(value: number): string {
  return `${OCTET_TEXT[value >>> 24]}.${OCTET_TEXT[(value >>> 16) & 255]}.${OCTET_TEXT[(value >>> 8) & 255]}.${OCTET_TEXT[value & 255]}`;
}
