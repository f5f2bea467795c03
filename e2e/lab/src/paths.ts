// Where the lab keeps things: what was built (by version), and the one lab of this checkout that runs.

import { join } from 'node:path';

export const LAB = join(import.meta.dirname, '..');
export const ROOT = join(LAB, '../..');
export const CACHE = join(ROOT, '.cache/lab');
/** All of it must lie on one file system: nodes share image content by hard links. */
export const RUN = join(CACHE, 'run');

export const KUBECONFIG = join(RUN, 'kubeconfig');
/** For programs inside the outer namespaces, where the API server has its real address. */
export const INNER_KUBECONFIG = join(RUN, 'pki/admin.conf');
export const API_SOCKET = 'api.sock';
export const CONTROL_SOCKET = 'control.sock';
/** Holds the port of 127.0.0.1 that leads to the API server. */
export const PORT_FILE = join(RUN, 'port');
/** Appears when all nodes have started. */
export const STARTED_FILE = join(RUN, 'started');
export const LAB_LOG = join(RUN, 'lab.log');
/** Requests of service accounts to the API server, as lines of JSON; in the logs of the control plane's node. */
export const AUDIT_LOG = 'audit.jsonl';

export function nodeFolder(name: string): string {
  return join(RUN, 'nodes', name);
}

/** What a fresh disk of the node begins with. */
export function diskFile(name: string): string {
  return join(RUN, 'disks', `${name}.json`);
}

/** Holds the pid of a node's first process, as the outer process namespace has it. */
export function pidFile(node: string): string {
  return join(nodeFolder(node), 'pid');
}

export function nodeLogs(name: string): string {
  return join(nodeFolder(name), 'log');
}
