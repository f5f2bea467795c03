// What a node's first process must know. It reads it from a file beside the node's disk.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolder } from '../paths.ts';

export interface BootSetup {
  readonly name: string;
  /** Network namespace, as the outer mount namespace has it. */
  readonly netns: string;
  /** Control group, relative to every hierarchy. */
  readonly cgroup: string;
  /** Folder with the disk: upper, work, root, log, containerd, kubelet. */
  readonly disk: string;
  /** Read-only file system below the disk. */
  readonly lower: string;
  /** Folder of the compiled programs. */
  readonly programs: string;
}

export function writeBootSetup(setup: BootSetup): string {
  const path = join(nodeFolder(setup.name), 'boot.json');
  writeFileSync(path, JSON.stringify(setup));
  return path;
}

export function readBootSetup(path: string): BootSetup {
  return JSON.parse(readFileSync(path, 'utf8')) as BootSetup;
}
