// A node's disk: its own files over the shared root file system, and an image store whose content is shared by hard links.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { IMAGE_STORE } from '../build/image-store.ts';
import { CNI_PLUGINS, CNITOOL, CONTAINERD, KUBERNETES, type ProgramGroup } from '../build/program-list.ts';
import { groupFolder } from '../build/programs.ts';
import { diskFile, nodeFolder } from '../paths.ts';
import type { NodeFile } from './node-files.ts';

export const PROGRAMS_ON_NODE = '/opt/lab';
const FOLDERS = ['upper', 'work', 'root', 'log', 'containerd', 'kubelet'];

/** Keeps what a disk of this node begins with: the node may join later, or once more. */
export function planDisk(name: string, files: readonly NodeFile[]): void {
  const path = diskFile(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(files), { mode: 0o600 });
}

/** In place of the one that was there, if any; the node must be off. */
export function createDisk(name: string): void {
  const disk = nodeFolder(name);
  rmSync(disk, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const files = JSON.parse(readFileSync(diskFile(name), 'utf8')) as NodeFile[];
  for (const folder of FOLDERS) mkdirSync(join(disk, folder), { recursive: true });
  const upper = join(disk, 'upper');
  for (const { path, content, executable } of files) write(join(upper, path), content, executable);
  for (const group of [KUBERNETES, CONTAINERD, CNITOOL]) linkPrograms(group, join(upper, 'usr/local/bin'));
  for (const plugin of Object.values(CNI_PLUGINS.programs)) {
    const target = join(upper, 'opt/cni/bin', plugin);
    mkdirSync(dirname(target), { recursive: true });
    linkSync(join(groupFolder(CNI_PLUGINS), plugin), target);
  }
  copyImageStore(IMAGE_STORE, join(disk, 'containerd'));
}

function write(path: string, content: string, executable: boolean): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: executable ? 0o755 : path.endsWith('.key') ? 0o600 : 0o644 });
}

// The folder of programs is mounted on every node under its own name.
function linkPrograms(group: ProgramGroup, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const names = [...Object.values(group.programs), ...Object.keys(group.links ?? {})];
  for (const name of names) {
    symlinkSync(join(PROGRAMS_ON_NODE, basename(groupFolder(group)), name), join(folder, name));
  }
}

// Databases are written in place, all else is never changed once it is there.
function copyImageStore(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-al', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp -al ${from}: ${stderr}`);
  for (const folder of readdirSync(to)) {
    for (const name of readdirSync(join(to, folder)).filter((entry) => entry.endsWith('.db'))) {
      const path = join(to, folder, name);
      copyFileSync(path, `${path}.own`);
      renameSync(`${path}.own`, path);
    }
  }
}
