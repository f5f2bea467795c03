// Creates pods on one node and takes the time until the API says that they run.

import { type KubeClient, type KubeObject, Reflector } from '@kube-ovn/kube';
import { answered, NAMESPACES, PAUSE_IMAGE, PODS } from '@kube-ovn/lab';

export const NAMESPACE = 'bench-pods';
const LIMIT_MS = 240_000;

export interface PodTimes {
  /** Seconds from the first request to the last pod that runs. */
  create(names: readonly string[]): Promise<number>;
  /** Until the API knows nothing of them any more. */
  remove(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openPodTimes(client: KubeClient, node: string): Promise<PodTimes> {
  await answered('namespace', client.apply(NAMESPACES, { metadata: { name: NAMESPACE } }));
  const pods = new Reflector<KubeObject>({ client, ref: PODS, namespace: NAMESPACE });
  pods.start();
  await pods.synced();
  const find = (name: string) => pods.store.get(`${NAMESPACE}/${name}`) as PodStatus | undefined;

  async function until(what: string, done: () => boolean): Promise<void> {
    if (done()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const limit = setTimeout(() => reject(new Error(`not within ${LIMIT_MS / 1000} s: ${what}`)), LIMIT_MS);
    const forget = pods.store.onChange(() => done() && resolve());
    await promise.finally(() => {
      clearTimeout(limit);
      forget();
    });
  }

  return {
    async create(names) {
      const started = performance.now();
      const made = names.map((name) => answered(name, client.create(PODS, pod(name, node))));
      await Promise.all(made);
      await until('all pods run', () => names.every((name) => find(name)?.status?.phase === 'Running'));
      return (performance.now() - started) / 1000;
    },
    async remove(names) {
      await Promise.all(names.map((name) => answered(name, client.delete(PODS, name, NAMESPACE))));
      await until('all pods are gone', () => names.every((name) => find(name) === undefined));
    },
    async close() {
      await pods.stop();
    },
  };
}

interface PodStatus extends KubeObject {
  readonly status?: { readonly phase?: string };
}

function pod(name: string, node: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      nodeSelector: { 'kubernetes.io/hostname': node },
      // Not 0: the API would forget the pod before its node has taken it down.
      terminationGracePeriodSeconds: 1,
      containers: [{ name: 'c', image: PAUSE_IMAGE }],
    },
  } as KubeObject;
}
