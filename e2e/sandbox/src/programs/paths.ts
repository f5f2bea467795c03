// Where things are inside the sandbox. The run folder of the checkout is mounted here, because socket paths must be short.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunDirectory } from '@kube-ovn/testkit';

export const HOME = '/run/kube-ovn';
export const TOOLS = join(HOME, 'bin');
export const LOGS = join(HOME, 'log');
export const API_SOCKET_NAME = 'api.sock';
export const RESULT_NAME = 'result.json';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** A bundle of one of our programs. */
export function programPath(app: 'controller' | 'daemon'): string {
  return join(REPOSITORY, 'apps', app, 'dist/main.mjs');
}

export const SHIM = join(REPOSITORY, 'apps/cni/dist/kube-ovn');

export function nodeFolder(node: string): string {
  return join(HOME, node);
}

/** What the harness of OVN wants to have: the launcher removes the folder, nobody else. */
export const RUN_DIRECTORY: RunDirectory = {
  path: HOME,
  remove: () => {},
  folder: (name) => {
    const folder = join(HOME, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  },
};
