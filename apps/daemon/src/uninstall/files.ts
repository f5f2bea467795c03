// Files and folders of ours on the node. Plugins that others may use as well (portmap, loopback) stay.

import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CONF = /-kube-ovn\.conflist(\.tmp\..*)?$/;
const BINARY = /^(kube-ovn|.*\.kube-ovn\.tmp)$/;
/** Made for us, so they go when nothing else is in them. */
const PARENTS = new Set(['/etc/origin']);

export async function removeCni(root: string, confDir: string, binDir: string): Promise<string[]> {
  const conf = await matching(join(root, confDir), CONF);
  const binaries = await matching(join(root, binDir), BINARY);
  for (const file of [...conf, ...binaries]) await rm(file, { force: true });
  return [...conf, ...binaries];
}

export async function removeFolders(root: string, folders: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const folder of folders) {
    const path = join(root, folder);
    if ((await readdir(path).catch(() => undefined)) === undefined) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(folder);
    const parent = dirname(folder);
    if (PARENTS.has(parent)) await rmdir(join(root, parent)).catch(() => {});
  }
  return removed;
}

async function matching(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}
