// A node that is ours alone: cordoned, without pods of its own, its kubelet stopped, so that nobody but cnitool calls the plugin.
// Pods that name it get their addresses from the controller, and a network namespace from us.

import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import type { Outcome } from '../../build/run-tool.ts';
import { answered, connectCluster } from '../../cluster/client.ts';
import { NAMESPACES, NODES, PODS, type PodObject } from '../../cluster/resources.ts';
import { waitUntil } from '../../cluster/wait.ts';
import { PAUSE_IMAGE } from '../../node/config-files.ts';
import { runOnNode, tryOnNode } from '../../outside/enter-node.ts';
import { clusterPlan } from '../../plan/cluster-plan.ts';
import type { RunningLab } from '../../state/lab-record.ts';
import { type CniVerb, cnitoolCommand, configFolder, TEST_NAMESPACE } from './command.ts';

const CONFIG = '/etc/cni/net.d/01-kube-ovn.conflist';
const LIMIT_MS = 60_000;

export interface TestPod {
  readonly name: string;
  readonly addresses: readonly string[];
}

export class CniFixture {
  readonly node: string;
  readonly #lab: RunningLab;
  readonly #client: KubeClient;
  readonly #config: Readonly<Record<string, unknown>>;
  #count = 0;

  constructor(lab: RunningLab, client: KubeClient, node: string, config: Readonly<Record<string, unknown>>) {
    this.#lab = lab;
    this.#client = client;
    this.node = node;
    this.#config = config;
  }

  /** The network as the node has it. */
  get network(): string {
    return String(this.#config.name);
  }

  /** A pod with addresses, and a network namespace of its name on the node. */
  async pod(): Promise<TestPod> {
    this.#count += 1;
    const name = `cnitool-${this.#count}`;
    const metadata = { name, namespace: TEST_NAMESPACE };
    const spec = {
      nodeName: this.node,
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
      tolerations: [{ operator: 'Exists' }],
      containers: [{ name: 'pause', image: PAUSE_IMAGE }],
    };
    await waitUntil(`pod ${name}`, async () => created(this.#client, { metadata, spec }), LIMIT_MS);
    let addresses: string[] = [];
    await waitUntil(
      `addresses of ${name}`,
      async () => {
        const pod = await answered('pod', this.#client.get(PODS, name, TEST_NAMESPACE));
        const annotations = pod.metadata.annotations ?? {};
        addresses = (annotations['ovn.kubernetes.io/ip_address'] ?? '').split(',').filter(Boolean);
        return annotations['ovn.kubernetes.io/allocated'] === 'true' ? undefined : 'not allocated';
      },
      LIMIT_MS,
    );
    await this.run(['ip', 'netns', 'add', name]);
    return { name, addresses };
  }

  cni(verb: CniVerb, version: string, pod: string): Promise<Outcome> {
    return tryOnNode(this.#lab, this.node, cnitoolCommand(verb, version, this.network, pod));
  }

  run(command: readonly string[], input?: string): Promise<string> {
    return runOnNode(this.#lab, this.node, command, input);
  }

  try(command: readonly string[]): Promise<Outcome> {
    return tryOnNode(this.#lab, this.node, command);
  }

  /** The configuration of the node, once per version. */
  async writeConfig(version: string): Promise<void> {
    const folder = configFolder(version);
    const config = JSON.stringify({ ...this.#config, cniVersion: version });
    await this.run(['sh', '-ec', `mkdir -p ${folder}; cat > ${folder}/10.conflist`], config);
  }

  async close(): Promise<void> {
    for (let number = 1; number <= this.#count; number++) {
      const name = `cnitool-${number}`;
      await this.cni('del', '1.0.0', name);
      await this.try(['ip', 'netns', 'del', name]);
      await this.#client.delete(PODS, name, TEST_NAMESPACE, { gracePeriodSeconds: 0 });
    }
    await this.run(['sv', 'up', '/etc/service/kubelet']);
    await cordon(this.#client, this.node, false);
    await this.#client.delete(NAMESPACES, TEST_NAMESPACE);
    this.#client.close();
  }
}

export async function openFixture(lab: RunningLab): Promise<CniFixture> {
  const node = clusterPlan(lab.options).nodeList.at(-1)!.name;
  const client = await connectCluster();
  const config = JSON.parse(await runOnNode(lab, node, ['cat', CONFIG])) as Record<string, unknown>;
  await answered('namespace', client.apply(NAMESPACES, { metadata: { name: TEST_NAMESPACE } }));
  await cordon(client, node, true);
  await emptyNode(client, node);
  await runOnNode(lab, node, ['sv', '-w', '30', 'down', '/etc/service/kubelet']);
  return new CniFixture(lab, client, node, config);
}

async function created(client: KubeClient, pod: KubeObject): Promise<string | undefined> {
  const answer = await client.create(PODS, pod);
  // The namespace has its service account a moment after its own birth.
  return answer.ok || answer.error.status === 409 ? undefined : answer.error.message;
}

async function cordon(client: KubeClient, node: string, unschedulable: boolean): Promise<void> {
  await answered('cordon', client.mergePatch(NODES, node, undefined, { spec: { unschedulable } }));
}

/** Pods of the host's network are the network's own, and stay. */
async function emptyNode(client: KubeClient, node: string): Promise<void> {
  const own = async () => {
    const query = { fieldSelector: `spec.nodeName=${node}` };
    const { items } = await answered('list of pods', client.list<PodObject & HostNetwork>(PODS, query));
    return items.filter(({ spec }) => !spec.hostNetwork);
  };
  for (const { metadata } of await own()) await client.delete(PODS, metadata.name, metadata.namespace);
  await waitUntil(
    `an empty ${node}`,
    async () => {
      const left = await own();
      return left.length === 0 ? undefined : left.map(({ metadata }) => metadata.name).join(', ');
    },
    LIMIT_MS,
  );
}

interface HostNetwork {
  readonly spec: { readonly hostNetwork?: boolean };
}
