// Finds the API server: a kubeconfig named by argument or KUBECONFIG, else the pod's service account, else ~/.kube/config.

import { access, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConfig } from './cluster-config.ts';
import { tokenFromFile } from './token-file.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface LoadConfigOptions {
  /** Path of a kubeconfig; wins over everything. */
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountDirectory?: string;
}

/** Rejects with a message for humans when nothing usable is found: without an API server no program can start. */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<ClusterConfig> {
  const env = options.env ?? process.env;
  if (options.kubeconfig) return readKubeconfig([options.kubeconfig], options.context);
  const listed = (env.KUBECONFIG ?? '').split(':').filter((path) => path !== '');
  if (listed.length > 0) return readKubeconfig(listed, options.context);
  const directory = options.serviceAccountDirectory ?? SERVICE_ACCOUNT;
  if (env.KUBERNETES_SERVICE_HOST && (await exists(join(directory, 'token')))) return inCluster(env, directory);
  const own = join(env.HOME ?? homedir(), '.kube', 'config');
  if (await exists(own)) return readKubeconfig([own], options.context);
  throw new Error('no API server configured: no --kubeconfig, no KUBECONFIG, no service account, no ~/.kube/config');
}

// In a cluster the YAML parser is never needed; the per-node process need not carry it.
async function readKubeconfig(paths: readonly string[], context: string | undefined): Promise<ClusterConfig> {
  const kubeconfig = await import('./kubeconfig.ts');
  return kubeconfig.readKubeconfig(paths, context);
}

async function inCluster(env: Readonly<Record<string, string | undefined>>, directory: string): Promise<ClusterConfig> {
  const host = env.KUBERNETES_SERVICE_HOST ?? '';
  const port = env.KUBERNETES_SERVICE_PORT ?? env.KUBERNETES_SERVICE_PORT_HTTPS ?? '443';
  const namespace = await readFile(join(directory, 'namespace'), 'utf8').catch(() => undefined);
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    tls: { ca: await readFile(join(directory, 'ca.crt'), 'utf8') },
    token: tokenFromFile(join(directory, 'token')),
    namespace: namespace?.trim(),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
