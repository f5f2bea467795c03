// One temporary folder per harness: sockets, databases, logs and pid files of all its processes, in one place to look at.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunDirectory {
  readonly path: string;
  /** A folder inside, made on first use. */
  folder(name: string): string;
  /** Removes everything; ends no process. */
  remove(): void;
}

/** Socket paths are limited to 107 bytes, so names stay short. KUBE_OVN_KEEP=1 keeps the folder for a look afterwards. */
export function openRunDirectory(): RunDirectory {
  const path = mkdtempSync(join(process.env.KUBE_OVN_RUN ?? tmpdir(), 'kube-ovn-'));
  const remove = () => {
    process.off('exit', remove);
    if (process.env.KUBE_OVN_KEEP !== '1') rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return {
    path,
    remove,
    folder(name) {
      const folder = join(path, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
  };
}
