// Reads kubeconfig files: current or named context, inline base64 data or files (relative to their kubeconfig).
// Credential plugins (exec, auth-provider) and proxies are refused by name instead of failing later as a 401.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { ClusterConfig, TlsMaterial } from './cluster-config.ts';
import { tokenFromFile } from './token-file.ts';

interface KubeconfigFile {
  'current-context'?: string;
  contexts?: readonly { name: string; context?: { cluster?: string; user?: string; namespace?: string } }[];
  clusters?: readonly { name: string; cluster?: ClusterEntry }[];
  users?: readonly { name: string; user?: UserEntry }[];
}

interface ClusterEntry {
  server?: string;
  'certificate-authority'?: string;
  'certificate-authority-data'?: string;
  'insecure-skip-tls-verify'?: boolean;
  'tls-server-name'?: string;
  'proxy-url'?: string;
}

interface UserEntry {
  token?: string;
  tokenFile?: string;
  'client-certificate'?: string;
  'client-certificate-data'?: string;
  'client-key'?: string;
  'client-key-data'?: string;
  exec?: unknown;
  'auth-provider'?: unknown;
  username?: string;
}

interface Located<T> {
  readonly entry: T;
  readonly directory: string;
}

/** Several files are merged as kubectl does: of equal names the first file's entry wins. Files that do not exist are skipped. */
export async function readKubeconfig(paths: readonly string[], contextName?: string): Promise<ClusterConfig> {
  const files = await readFiles(paths);
  const wanted = contextName ?? files.map((file) => file.entry['current-context']).find((name) => name);
  if (!wanted) throw new Error(`kubeconfig ${paths.join(':')} has no current-context`);
  const context = find(files, (file) => file.contexts, wanted, 'context').entry.context ?? {};
  const cluster = find(files, (file) => file.clusters, context.cluster ?? '', 'cluster');
  const user = context.user ? find(files, (file) => file.users, context.user, 'user') : undefined;
  return {
    server: serverOf(cluster.entry.cluster, cluster.entry.name),
    tls: await tlsOf(
      { entry: cluster.entry.cluster ?? {}, directory: cluster.directory },
      { entry: user?.entry.user ?? {}, directory: user?.directory ?? '.' },
    ),
    token: tokenOf(user?.entry.user ?? {}, user?.directory ?? '.', context.user),
    namespace: context.namespace,
  };
}

async function readFiles(paths: readonly string[]): Promise<Located<KubeconfigFile>[]> {
  const files: Located<KubeconfigFile>[] = [];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && paths.length > 1) return undefined;
      throw new Error(`cannot read kubeconfig ${path}: ${error.message}`, { cause: error });
    });
    if (text !== undefined) files.push({ entry: parseFile(text, path), directory: dirname(resolve(path)) });
  }
  return files;
}

function parseFile(text: string, path: string): KubeconfigFile {
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    throw new Error(`kubeconfig ${path} is not YAML: ${(error as Error).message}`, { cause: error });
  }
  if (typeof document !== 'object' || document === null) throw new Error(`kubeconfig ${path} is empty`);
  return document as KubeconfigFile;
}

function find<T extends { name: string }>(
  files: readonly Located<KubeconfigFile>[],
  list: (file: KubeconfigFile) => readonly T[] | undefined,
  name: string,
  what: string,
): Located<T> {
  for (const file of files) {
    const entry = list(file.entry)?.find((candidate) => candidate.name === name);
    if (entry) return { entry, directory: file.directory };
  }
  throw new Error(`kubeconfig has no ${what} "${name}"`);
}

function serverOf(cluster: ClusterEntry | undefined, name: string): string {
  if (!cluster?.server) throw new Error(`kubeconfig cluster "${name}" has no server`);
  if (cluster['proxy-url']) throw new Error(`kubeconfig cluster "${name}": proxy-url is not supported`);
  return cluster.server;
}

async function tlsOf(cluster: Located<ClusterEntry>, user: Located<UserEntry>): Promise<TlsMaterial> {
  const insecure = cluster.entry['insecure-skip-tls-verify'] === true;
  return {
    ca: insecure
      ? undefined
      : await pem(
          cluster.entry['certificate-authority-data'],
          cluster.entry['certificate-authority'],
          cluster.directory,
        ),
    cert: await pem(user.entry['client-certificate-data'], user.entry['client-certificate'], user.directory),
    key: await pem(user.entry['client-key-data'], user.entry['client-key'], user.directory),
    serverName: cluster.entry['tls-server-name'],
    insecure,
  };
}

async function pem(data: string | undefined, file: string | undefined, directory: string): Promise<string | undefined> {
  if (data) return Buffer.from(data, 'base64').toString('utf8');
  if (!file) return undefined;
  return readFile(resolve(directory, file), 'utf8');
}

function tokenOf(user: UserEntry, directory: string, name: string | undefined): ClusterConfig['token'] {
  if (user.tokenFile) return tokenFromFile(resolve(directory, user.tokenFile));
  if (user.token) {
    const { token } = user;
    return () => token;
  }
  if (user['client-certificate'] || user['client-certificate-data']) return undefined;
  const unsupported = user.exec
    ? 'exec'
    : user['auth-provider']
      ? 'auth-provider'
      : user.username
        ? 'username'
        : undefined;
  if (unsupported) throw new Error(`kubeconfig user "${name}": ${unsupported} credentials are not supported`);
  return undefined;
}
