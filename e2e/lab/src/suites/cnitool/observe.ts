// What a CNI result says, and what the pod really has.

import type { CniFixture } from './fixture.ts';

export interface CniResult {
  readonly cniVersion?: string;
  readonly interfaces?: readonly { readonly name?: string; readonly sandbox?: string }[];
  readonly ips?: readonly { readonly address: string }[];
}

export function parseResult(text: string): CniResult {
  return JSON.parse(text) as CniResult;
}

export function resultAddresses({ ips = [] }: CniResult): string[] {
  return ips.map(({ address }) => address.replace(/\/\d+$/, ''));
}

export async function interfaceAddresses(fixture: CniFixture, netns: string): Promise<string[]> {
  const text = await fixture.run(['ip', '-n', netns, '-json', 'address', 'show', 'dev', 'eth0']);
  const [link] = JSON.parse(text) as { addr_info: { local: string }[] }[];
  return link?.addr_info.map(({ local }) => local) ?? [];
}

export async function hasInterface(fixture: CniFixture, netns: string): Promise<boolean> {
  return (await fixture.try(['ip', '-n', netns, 'link', 'show', 'dev', 'eth0'])).code === 0;
}
