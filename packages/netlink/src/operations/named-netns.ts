// Namespaces by name under /run/netns, kept alive by a bind mount, exactly as `ip netns` does it.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statfsSync, unlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { netlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';

const DIRECTORY = '/run/netns';
const NSFS_MAGIC = 0x6e736673; // linux/magic.h

// linux/mount.h
const MS_BIND = 0x1000;
const MS_REC = 0x4000;
const MS_SHARED = 0x100000;
const MNT_DETACH = 2;

export function createNamedNetns(engine: Engine, name: string): string {
  const path = netnsPath(name);
  const operation = `create namespace ${name}`;
  shareDirectory(engine);
  createMountPoint(path, operation);
  try {
    engine.namespaces.withinNew(() => {
      const mounted = engine.syscalls.mount('/proc/thread-self/ns/net', path, 'none', MS_BIND);
      if (mounted < 0) throw netlinkError(operation, -mounted);
    });
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
  return path;
}

export function deleteNamedNetns(engine: Engine, name: string): void {
  const path = netnsPath(name);
  const operation = `delete namespace ${name}`;
  if (!existsSync(path)) throw netlinkError(operation, constants.errno.ENOENT);
  const unmounted = engine.syscalls.unmount(path, MNT_DETACH);
  // EINVAL: a file without a mount, left by a creation that did not finish.
  if (unmounted < 0 && unmounted !== -constants.errno.EINVAL) throw netlinkError(operation, -unmounted);
  unlinkSync(path);
}

export function namedNetnsExists(_engine: Engine, name: string): boolean {
  return isNamespace(netnsPath(name));
}

export function listNamedNetns(): string[] {
  if (!existsSync(DIRECTORY)) return [];
  return readdirSync(DIRECTORY).filter((name) => isNamespace(`${DIRECTORY}/${name}`));
}

function isNamespace(path: string): boolean {
  try {
    return statfsSync(path).type === NSFS_MAGIC;
  } catch {
    return false;
  }
}

export function netnsPath(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new RangeError(`"${name}" is no namespace name`);
  }
  return `${DIRECTORY}/${name}`;
}

/** Shared propagation, so that an unmount here also reaches mount namespaces that were cloned meanwhile. */
function shareDirectory({ syscalls }: Engine): void {
  mkdirSync(DIRECTORY, { recursive: true, mode: 0o755 });
  const share = () => syscalls.mount('', DIRECTORY, 'none', MS_SHARED | MS_REC);
  if (share() !== -constants.errno.EINVAL) return;
  syscalls.mount(DIRECTORY, DIRECTORY, 'none', MS_BIND | MS_REC);
  share();
}

function createMountPoint(path: string, operation: string): void {
  try {
    closeSync(openSync(path, 'wx', 0));
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw netlinkError(operation, exists ? constants.errno.EEXIST : constants.errno.EACCES, String(cause));
  }
}
