// The data-plane root's programs under their own names in one folder of the sandbox, for PATHs of shells and of our
// programs: the machine need not have nft, ping or ovs-vsctl, and if it has others, these are the ones that fit.

import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataPlaneCommand } from '@kube-ovn/testkit';
import { TOOLS } from './paths.ts';

const NAMES = [
  ...['ip', 'ss', 'ping', 'tcpdump', 'ethtool', 'nft', 'conntrack'],
  ...['ovs-vsctl', 'ovs-ofctl', 'ovs-appctl', 'ovsdb-client', 'ovn-nbctl', 'ovn-sbctl', 'ovn-trace', 'ovn-appctl'],
];

export function writeTools(): void {
  for (const name of NAMES) {
    const command = tryCommand(name);
    if (command) writeScript(join(TOOLS, name), command);
  }
  // Whoever runs the program `node` gets the Node that runs us.
  symlinkSync(process.execPath, join(TOOLS, 'node'));
}

/** PATH with the tools in front. */
export function toolPath(): string {
  return `${TOOLS}:${process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin'}`;
}

function tryCommand(name: string): ReturnType<typeof dataPlaneCommand> | undefined {
  try {
    return dataPlaneCommand(name, []);
  } catch {
    // A root made from another package list: its absence shows when somebody calls it.
    return undefined;
  }
}

function writeScript(path: string, { file, args, env }: ReturnType<typeof dataPlaneCommand>): void {
  const folders = Object.entries(env).filter(([key]) => key.endsWith('_PKGDATADIR'));
  const exports = folders.map(([key, value]) => `export ${key}=${quoted(value)}\n`).join('');
  const words = [file, ...args].map(quoted).join(' ');
  writeFileSync(path, `#!/bin/sh\n${exports}exec ${words} "$@"\n`);
  chmodSync(path, 0o755);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
