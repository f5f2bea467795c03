// Where the data-plane root is: the Debian trixie tree whose OVN and Open vSwitch every test runs.

import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

const PROOF = 'usr/sbin/ovsdb-server';

/** KUBE_OVN_ROOT, else the newest complete root in the project's cache, else undefined. */
export function dataPlaneRoot(): string | undefined {
  const chosen = process.env.KUBE_OVN_ROOT;
  if (chosen) return chosen;
  const cache = join(import.meta.dirname, '../../../../.cache');
  if (!existsSync(cache)) return undefined;
  const roots = readdirSync(cache)
    .filter((name) => name.startsWith('root-') && !name.endsWith('.tmp'))
    .map((name) => join(cache, name))
    .filter((root) => existsSync(join(root, PROOF)));
  return roots.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

export function requireDataPlaneRoot(): string {
  const root = dataPlaneRoot();
  if (root) return root;
  throw new Error('there is no data-plane root: run `npm test` once as root, or set KUBE_OVN_ROOT');
}

const BINARY_FOLDERS = ['usr/sbin', 'usr/bin', 'usr/lib/openvswitch-switch'];

/** Host path of a program of the root. */
export function binaryPath(root: string, binary: string): string {
  for (const folder of BINARY_FOLDERS) {
    const path = followInside(root, join(root, folder, binary));
    if (existsSync(path)) return path;
  }
  throw new Error(`the data-plane root ${root} has no program ${binary}`);
}

// Debian's alternatives are absolute links, which mean the root's files and not the host's.
function followInside(root: string, path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const target = readlinkSync(path);
  return followInside(root, isAbsolute(target) ? join(root, target) : join(dirname(path), target));
}
