// The pods of the bench: made in the API, given addresses and switch ports by the controller, each with a network namespace
// as a runtime makes it before it calls the plugin.

import type { Netlink } from '@kube-ovn/netlink';
import { type ApiServer, waitFor } from '@kube-ovn/testkit';
import { NODE } from './address-plan.ts';

const PREFIX = 'ovn.kubernetes.io/';
const PATIENCE_MS = 60_000;

export interface BenchPod {
  readonly name: string;
  readonly uid: string;
  readonly netns: string;
  readonly mac: string;
  /** With the length of the subnet's prefix. */
  readonly cidr: string;
  readonly gateway: string;
  /** Name of the logical switch port. */
  readonly port: string;
}

interface PodObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export async function createPods(api: ApiServer, netlink: Netlink, count: number): Promise<BenchPod[]> {
  for (let index = 0; index < count; index++) api.objects.create(podObject(`pod-${index}`));
  const objects = await waitFor('addresses of all pods', async () => allocated(api, count), {
    timeoutMs: PATIENCE_MS,
  });
  const pods: BenchPod[] = [];
  for (const object of objects) pods.push(benchPod(object, await createNamespace(netlink, object.metadata.name)));
  return pods;
}

function allocated(api: ApiServer, count: number): PodObject[] | undefined {
  const ready = api.objects
    .list<PodObject>('pods')
    .filter(({ metadata }) => metadata.annotations?.[`${PREFIX}allocated`] === 'true');
  return ready.length === count ? ready : undefined;
}

async function createNamespace(netlink: Netlink, name: string): Promise<string> {
  const netns = await netlink.netns.createNamed(name);
  await netlink.setLink('lo', { up: true }, netns);
  return netns;
}

function benchPod({ metadata }: PodObject, netns: string): BenchPod {
  const { name, uid, annotations = {} } = metadata;
  const read = (key: string) => annotations[PREFIX + key]!;
  const length = read('cidr').split('/')[1];
  return {
    name,
    uid,
    netns,
    mac: read('mac_address'),
    cidr: `${read('ip_address')}/${length}`,
    gateway: read('gateway'),
    port: `${name}.default`,
  };
}

function podObject(name: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: name } },
    spec: { nodeName: NODE, containers: [{ name: 'main', image: 'bench' }] },
    status: { phase: 'Pending' },
  };
}
