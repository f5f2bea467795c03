// Every address of the sandbox, as a function of the options. Nothing of it is visible outside, so it never collides.

import type { Stack } from '../options.ts';

export type Family = 4 | 6;

/** A value per family; families that the stack does not have are absent. */
export type PerFamily<T> = { readonly [F in Family]?: T };

export interface Wire {
  readonly prefix: PerFamily<number>;
}

export interface NodeAddresses {
  readonly name: string;
  readonly role: 'control-plane' | 'worker';
  /** On eth0, the node's own address. */
  readonly underlay: PerFamily<string>;
  /** On eth1, for tunnels. */
  readonly fabric: PerFamily<string>;
}

export interface AddressPlan {
  readonly stack: Stack;
  readonly families: readonly Family[];
  readonly prefixLength: Readonly<Record<Family, number>>;
  /** Default gateway of the nodes: the way to the outside world. */
  readonly gateway: PerFamily<string>;
  /** Where the Kubernetes API listens. */
  readonly api: PerFamily<string>;
  /** A server of the outside world, beyond the gateway. */
  readonly outside: PerFamily<string>;
  readonly nodes: readonly NodeAddresses[];
  readonly cidrs: { readonly pods: string; readonly join: string; readonly services: string; readonly data: string };
  /** A fixed address in the default subnet. */
  readonly fixed: string;
}

const FIRST_NODE = 11;
const CIDRS = {
  pods: { 4: '10.16.0.0/16', 6: 'fd00:10:16::/112' },
  join: { 4: '100.64.0.0/16', 6: 'fd00:100:64::/112' },
  services: { 4: '10.96.0.0/12', 6: 'fd00:10:96::/112' },
  data: { 4: '10.17.0.0/16', 6: 'fd00:10:17::/112' },
} as const;

export function addressPlan(stack: Stack, nodes: number): AddressPlan {
  const families: readonly Family[] = stack === 'dual' ? [4, 6] : [stack === 'ipv4' ? 4 : 6];
  const pick = <T>(values: Readonly<Record<Family, T>>): PerFamily<T> =>
    Object.fromEntries(families.map((family) => [family, values[family]]));
  const joined = (values: Readonly<Record<Family, string>>) => families.map((family) => values[family]).join(',');
  const host = (wire: 30 | 31, number: number) =>
    pick({ 4: `172.${wire}.0.${number}`, 6: `fd00:172:${wire}::${number}` });
  return {
    stack,
    families,
    prefixLength: { 4: 24, 6: 64 },
    gateway: host(30, 1),
    api: host(30, 2),
    outside: pick({ 4: '203.0.113.10', 6: '2001:db8:113::10' }),
    nodes: Array.from({ length: nodes }, (_, index) => ({
      name: index === 0 ? 'control-plane' : `worker-${index}`,
      role: index === 0 ? 'control-plane' : 'worker',
      underlay: host(30, FIRST_NODE + index),
      fabric: host(31, FIRST_NODE + index),
    })),
    cidrs: {
      pods: joined(CIDRS.pods),
      join: joined(CIDRS.join),
      services: joined(CIDRS.services),
      data: joined(CIDRS.data),
    },
    fixed: joined({ 4: '10.16.0.100', 6: 'fd00:10:16::100' }),
  };
}

/** The address that is written where only one can be: IPv4 if there is one. */
export function primary<T>(values: PerFamily<T>): T {
  const value = values[4] ?? values[6];
  if (value === undefined) throw new Error('a plan has at least one family');
  return value;
}

export function allOf<T>(values: PerFamily<T>): T[] {
  return [values[4], values[6]].filter((value) => value !== undefined);
}

/** For URLs and OVSDB endpoints. */
export function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
