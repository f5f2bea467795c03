// The string formats of OpenAPI that a real server checks; an unknown format accepts everything.
import { isIPv4, isIPv6 } from 'node:net';

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  mac: (text) => /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(text),
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text),
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
};

export function matchesFormat(format: string, text: string): boolean {
  return FORMATS[format]?.(text) ?? true;
}

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  return isIPv4(address) ? Number(length) <= 32 : isIPv6(address) && Number(length) <= 128;
}
