// A real API server with its etcd and nothing behind it: no controllers, no scheduler, no nodes. Objects stay as they are
// written, which is what benches and scenarios want; it is the lab's own program, on ports of 127.0.0.1.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { freeTcpPort, waitFor } from '@kube-ovn/testkit';
import { PlainError } from '@kube-ovn/testkit/launch';
import { NODE_ROOT } from '../build/debian.ts';
import { KUBERNETES } from '../build/program-list.ts';
import { program } from '../build/programs.ts';
import { BackgroundProgram } from './background-program.ts';
import { bareApiFiles } from './bare-api-files.ts';

export interface BareApi {
  readonly server: string;
  /** Path of a file; its user may do everything and is exempt from flow control. */
  readonly kubeconfig: string;
  /** CPU time is counted from outside by them. */
  readonly programs: readonly BackgroundProgram[];
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_LIMIT_MS = 60_000;

export async function startBareApi(): Promise<BareApi> {
  const [etcdProgram, apiProgram] = [join(NODE_ROOT, 'usr/bin/etcd'), program(KUBERNETES, 'kube-apiserver')];
  for (const path of [etcdProgram, apiProgram]) {
    if (!existsSync(path)) throw new PlainError('the real API server is not built.', 'Build it: npm run lab -- build');
  }
  const folder = mkdtempSync(join(tmpdir(), 'kube-ovn-api-'));
  const ports = [await freeTcpPort(HOST), await freeTcpPort(HOST), await freeTcpPort(HOST)] as const;
  const server = `https://${HOST}:${ports[2]}`;
  writeFiles(folder, bareApiFiles(server, HOST));
  const [client, peer] = [`http://${HOST}:${ports[0]}`, `http://${HOST}:${ports[1]}`];
  const programs: BackgroundProgram[] = [];
  const stop = async () => {
    await Promise.all(programs.map((each) => each.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    programs.push(
      new BackgroundProgram('etcd', [etcdProgram, ...etcdFlags(folder, client, peer)], join(folder, 'etcd.log')),
      new BackgroundProgram(
        'kube-apiserver',
        [apiProgram, ...apiServerFlags(folder, client, ports[2])],
        join(folder, 'kube-apiserver.log'),
      ),
    );
    const kubeconfig = join(folder, 'admin.conf');
    await waitUntilReady(kubeconfig, programs);
    return { server, kubeconfig, programs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(kubeconfig: string, programs: readonly BackgroundProgram[]): Promise<void> {
  const client = new KubeClient(await loadConfig({ kubeconfig }));
  const hopeless = () => programs.map(({ ended }) => ended).find((reason) => reason !== undefined);
  const ready = async () => (await client.request({ method: 'GET', path: '/readyz', timeoutMs: 5000 })).ok;
  try {
    await waitFor('ready API server', ready, { timeoutMs: START_LIMIT_MS, intervalMs: 50, hopeless });
  } finally {
    client.close();
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
  }
}

function etcdFlags(folder: string, client: string, peer: string): string[] {
  return flags({
    name: 'bare',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `bare=${peer}`,
    // As in the lab: what is in it is thrown away.
    'unsafe-no-fsync': true,
    'log-level': 'warn',
  });
}

function apiServerFlags(folder: string, etcd: string, port: number): string[] {
  return flags({
    'bind-address': HOST,
    'advertise-address': HOST,
    'secure-port': port,
    'etcd-servers': etcd,
    // The group of its addresses must not be loopback; nobody asks for the service `kubernetes` here.
    'endpoint-reconciler-type': 'none',
    'authorization-mode': 'RBAC',
    // Nobody makes accounts in new namespaces; with this plugin no pod would be admitted.
    'disable-admission-plugins': 'ServiceAccount',
    'service-cluster-ip-range': '10.96.0.0/12',
    'client-ca-file': join(folder, 'ca.crt'),
    'tls-cert-file': join(folder, 'apiserver.crt'),
    'tls-private-key-file': join(folder, 'apiserver.key'),
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': join(folder, 'sa.pub'),
    'service-account-signing-key-file': join(folder, 'sa.key'),
    profiling: false,
  });
}

function flags(values: Readonly<Record<string, string | number | boolean>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}
