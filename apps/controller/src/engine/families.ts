// A thing that exists per IP family (CIDR, gateway, address) and the ways to write both as one text.

export type IpFamily = 4 | 6;

export interface PerFamily<T> {
  readonly v4?: T;
  readonly v6?: T;
}

/** The families in which the value exists, IPv4 first. */
export function families<T>(value: PerFamily<T>): readonly (readonly [IpFamily, T])[] {
  const list: [IpFamily, T][] = [];
  if (value.v4 !== undefined) list.push([4, value.v4]);
  if (value.v6 !== undefined) list.push([6, value.v6]);
  return list;
}

/** `v4,v6` as the contract writes pairs. */
export function pairText(value: PerFamily<string>): string {
  return families(value)
    .map(([, text]) => text)
    .join(',');
}

export function isV6(address: string): boolean {
  return address.includes(':');
}

/** Sorts the parts of a `v4,v6` text into families; a second address of one family is kept by the first. */
export function splitPair(text: string | undefined): PerFamily<string> {
  const parts = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { v4: parts.find((part) => !isV6(part)), v6: parts.find(isV6) };
}
