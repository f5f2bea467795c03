// Control groups of the nodes. A node lives in one group per hierarchy and sees it as the root, through a cgroup namespace.

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { keyOf } from '../build/cache.ts';
import { RUN } from '../paths.ts';

export interface Hierarchy {
  readonly path: string;
  readonly version: 1 | 2;
  /** Mount options that name the controllers of version 1. */
  readonly options: string;
}

/** Two checkouts may have a lab each. */
const PREFIX = 'kube-ovn-lab-';
export const LAB_CGROUP = `${PREFIX}${keyOf(RUN).slice(0, 6)}`;

const PLAIN_OPTIONS = /^(rw|ro|nosuid|nodev|noexec|relatime|noatime|nsdelegate|memory_recursiveprot|clone_children)$/;
const PATIENCE_MS = 5_000;
/** A hundred times as much as a group has by itself: version 1, version 2. */
const LAB_WEIGHT = [
  ['cpu.shares', 102_400],
  ['cpu.weight', 10_000],
] as const;

export function hierarchies(): Hierarchy[] {
  return parseHierarchies(readFileSync('/proc/self/mounts', 'utf8'));
}

export function parseHierarchies(mounts: string): Hierarchy[] {
  return mounts.split('\n').flatMap((line): Hierarchy[] => {
    const [, path = '', type, options = ''] = line.split(' ');
    if (!path.startsWith('/sys/fs/cgroup')) return [];
    if (type === 'cgroup2') return [{ path, version: 2, options: '' }];
    if (type !== 'cgroup') return [];
    const named = options.split(',').filter((option) => !PLAIN_OPTIONS.test(option) && !option.includes('_agent='));
    return [{ path, version: 1, options: (named.some(isName) ? ['none', ...named] : named).join(',') }];
  });
}

function isName(option: string): boolean {
  return option.startsWith('name=');
}

export function createCgroup(group: string): void {
  for (const { path, version } of hierarchies()) {
    for (const folder of [join(path, dirname(group)), join(path, group)]) {
      if (version === 2) enableControllers(dirname(folder));
      mkdirSync(folder, { recursive: true });
      if (existsSync(join(folder, 'cpuset.cpus'))) inheritCpuset(folder);
    }
    preferLab(join(path, dirname(group)));
  }
}

/** Groups of labs of other checkouts. */
export function otherLabs(): string[] {
  const names = hierarchies().flatMap(({ path }) => readdirSync(path));
  return [...new Set(names)].filter((name) => name.startsWith(PREFIX) && name !== LAB_CGROUP);
}

/**
 * All nodes together are one group beside everything else that runs here, of which each thread would have as much of the
 * processors as the whole cluster: a busy `helm` would be felt as loss of packets.
 */
function preferLab(folder: string): void {
  for (const [file, weight] of LAB_WEIGHT) {
    if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(weight));
  }
}

/** Moves the calling process. */
export function joinCgroup(group: string): void {
  for (const { path } of hierarchies()) appendFileSync(join(path, group, 'cgroup.procs'), String(process.pid));
}

/**
 * The node's own programs go one level down, as on a node with systemd. In version 2 a group with children may have no processes
 * of its own; in version 1 each of their threads would have as much of the processors as half of all pods together.
 */
export function separateServices(root: string, { version, options }: Hierarchy, all: readonly Hierarchy[]): void {
  const isMain = version === 2 ? all.length === 1 : options.split(',').includes('cpu');
  if (!isMain) return;
  const folder = join(root, 'system.slice');
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  if (version === 2) enableControllers(root);
}

export async function removeCgroup(group: string): Promise<void> {
  const folders = hierarchies().map(({ path }) => join(path, group));
  const deadline = performance.now() + PATIENCE_MS;
  // The kernel lets go of a group a moment after its last process has ended.
  while (folders.some((folder) => !removeTree(folder)) && performance.now() < deadline) await delay(20);
}

function removeTree(folder: string): boolean {
  if (!existsSync(folder)) return true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  }
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

// Version 1: a new group has no processors and no memory, and takes no process until it has.
function inheritCpuset(folder: string): void {
  for (const name of ['cpuset.cpus', 'cpuset.mems']) {
    if (readFileSync(join(folder, name), 'utf8').trim() !== '') continue;
    const inherited = readFileSync(join(dirname(folder), name), 'utf8').trim();
    if (inherited !== '') writeFileSync(join(folder, name), inherited);
  }
}

function enableControllers(folder: string): void {
  const controllers = readText(join(folder, 'cgroup.controllers')).split(/\s+/).filter(Boolean);
  for (const controller of controllers) {
    try {
      writeFileSync(join(folder, 'cgroup.subtree_control'), `+${controller}`);
    } catch {
      // kubelet says what it misses.
    }
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Name of a hierarchy's folder below /sys/fs/cgroup; empty when it is the only one. */
export function mountName({ path }: Hierarchy): string {
  return path === '/sys/fs/cgroup' ? '' : basename(path);
}
