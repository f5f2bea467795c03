// Requests per second and CPU per request of KubeClient over HTTP, against bare node:http and fetch in the same run.
// node packages/kube/src/bench/requests.bench.ts [requests] [concurrency]

import { fork } from 'node:child_process';
import * as http from 'node:http';
import { KubeClient } from '../client.ts';
import type { ResourceRef } from '../resource-path.ts';

const requests = Number(process.argv[2] ?? 20_000);
const concurrency = Number(process.argv[3] ?? 16);
const IPS: ResourceRef = { group: 'kubeovn.io', version: 'v1', plural: 'ips', namespaced: false, kind: 'IP' };
const PATCH = {
  metadata: { annotations: { 'ovn.kubernetes.io/allocated': 'true', 'ovn.kubernetes.io/ip': '10.0.0.1' } },
};

const server = fork(new URL('./trivial-server.ts', import.meta.url));
const port = await new Promise<number>((resolve) => server.once('message', (message) => resolve(Number(message))));
const client = new KubeClient({ server: `http://127.0.0.1:${port}` }, { maxConnections: concurrency });
const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency, scheduling: 'lifo' });

const subjects: Record<string, (n: number) => Promise<unknown>> = {
  'KubeClient get': (n) => client.get(IPS, `pod-${n}`),
  'KubeClient mergePatch': (n) => client.mergePatch(IPS, `pod-${n}`, undefined, PATCH),
  'bare node:http get': (n) => bare(`/apis/kubeovn.io/v1/ips/pod-${n}`),
  'fetch get': (n) => fetch(`http://127.0.0.1:${port}/apis/kubeovn.io/v1/ips/pod-${n}`).then((answer) => answer.json()),
};

const figures: Record<string, { perSecond: number; cpuMicrosPerRequest: number }> = {};
for (const [name, send] of Object.entries(subjects)) {
  await run(send, Math.min(2000, requests));
  figures[name] = await run(send, requests);
}
console.log(JSON.stringify({ requests, concurrency, figures }, null, 2));
client.close();
agent.destroy();
server.kill();

async function run(send: (n: number) => Promise<unknown>, total: number) {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < total) await send(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: Math.round(total / ((performance.now() - startedAt) / 1000)),
    cpuMicrosPerRequest: Math.round((user + system) / total),
  };
}

function bare(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      })
      .on('error', reject);
  });
}
