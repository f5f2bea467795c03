// Time, CPU, peak RSS and retained heap of listing many big pods into a trimmed store, then of one watch event for each.
// node --expose-gc packages/kube/src/bench/list.bench.ts [pods] [page size]

import { fork } from 'node:child_process';
import { KubeClient } from '../client.ts';
import type { KubeObject } from '../object.ts';
import { Reflector } from '../reflector.ts';
import type { ResourceRef } from '../resource-path.ts';

const pods = Number(process.argv[2] ?? 10_000);
const pageSize = Number(process.argv[3] ?? 500);
const PODS: ResourceRef = { group: '', version: 'v1', plural: 'pods', namespaced: true, kind: 'Pod' };
const MB = 1024 * 1024;

const server = fork(new URL('./trivial-server.ts', import.meta.url), [String(pods)]);
const port = await new Promise<number>((resolve) => server.once('message', (message) => resolve(Number(message))));
const client = new KubeClient({ server: `http://127.0.0.1:${port}` });
const idleRss = process.memoryUsage.rss();
let peakRss = 0;
let worstLagMs = 0;
let tickAt = performance.now();
const sampler = setInterval(() => {
  const now = performance.now();
  worstLagMs = Math.max(worstLagMs, now - tickAt - 5);
  tickAt = now;
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}, 5);

const cpu = process.cpuUsage();
const startedAt = performance.now();
const reflector = new Reflector<KubeObject>({ client, ref: PODS, pageSize, trim: trimPod });
let events = 0;
const allSeen = new Promise<void>((resolve) => {
  reflector.store.onChange(({ source }) => {
    if (source === 'watch' && ++events === pods) resolve();
  });
});
reflector.start();
await reflector.synced();
const wallMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
await new Promise((resolve) => setTimeout(resolve, 20)); // lets the sampler see the last page
const listLagMs = worstLagMs;
const listRss = peakRss;
const watchCpu = process.cpuUsage();
const watchStartedAt = performance.now();
await allSeen;
const watchMs = performance.now() - watchStartedAt;
const watched = process.cpuUsage(watchCpu);
clearInterval(sampler);
await reflector.stop();
const heapWith = heapUsed();
const stored = reflector.store.size;
reflector.store.replaceAll(new Map(), '10');
const heapWithout = heapUsed();
const figures = {
  pods: stored,
  pageSize,
  wallMs: Math.round(wallMs),
  cpuMs: Math.round((user + system) / 1000),
  idleRssMb: Math.round(idleRss / MB),
  peakRssMb: Math.round(listRss / MB),
  peakRssWithEventsMb: Math.round(peakRss / MB),
  retainedHeapMb: Math.round((heapWith - heapWithout) / MB),
  worstLagMs: Math.round(listLagMs),
  eventsPerSecond: Math.round(events / (watchMs / 1000)),
  cpuMicrosPerEvent: Math.round((watched.user + watched.system) / events),
};
console.log(JSON.stringify(figures, null, 2));
client.close();
server.kill();

function heapUsed(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

function trimPod(raw: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, labels, annotations } = raw.metadata;
  const spec = raw.spec as { nodeName?: string };
  const status = raw.status as { phase?: string; podIP?: string };
  const own = Object.fromEntries(
    Object.entries(annotations ?? {}).filter(([key]) => key.includes('ovn.kubernetes.io')),
  );
  return {
    apiVersion: raw.apiVersion,
    kind: raw.kind,
    metadata: { name, namespace, uid, resourceVersion, labels, annotations: own },
    spec: { nodeName: spec.nodeName },
    status: { phase: status.phase, podIP: status.podIP },
  };
}
