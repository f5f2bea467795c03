// The stand-in kubelet of one node: registers the node, runs one PodWorker per pod bound to it, reports to the API.

import type { Netlink } from '@kube-ovn/netlink';
import type { ApiServer, Objects } from '@kube-ovn/testkit';
import { nodeObject, readyCondition } from '../cluster/node-object.ts';
import { type Pod, podName } from '../cluster/pod.ts';
import { allOf, type NodeAddresses } from '../network/address-plan.ts';
import type { CniHost } from './cni-call.ts';
import { NodeNetwork } from './node-network.ts';
import { runningStatus, waitingStatus } from './pod-status.ts';
import { PodWorker } from './pod-worker.ts';

export interface KubeletOptions {
  readonly api: ApiServer;
  readonly netlink: Netlink;
  readonly node: NodeAddresses;
  readonly host: CniHost;
  readonly configFolder: string;
  /** A line for a log: what went wrong with a pod and will be tried again. */
  readonly log: (line: string) => void;
  /** A pod was attached, or (netns undefined) is gone. */
  readonly onPod: (name: string, netns: string | undefined) => void;
}

export class Kubelet {
  readonly #options: KubeletOptions;
  readonly #objects: Objects;
  readonly #network: NodeNetwork;
  /** By uid: a pod of the same name may come before the former one is gone. */
  readonly #workers = new Map<string, PodWorker>();
  #lastProblem: string | undefined;

  constructor(options: KubeletOptions) {
    const { api, node, host, configFolder } = options;
    this.#options = options;
    this.#objects = api.objects.as('sandbox-kubelet');
    this.#objects.create(nodeObject(node));
    this.#network = new NodeNetwork({ host, configFolder, onChange: (problem) => this.#reportNode(problem) });
    api.onWrite(({ type, collection, version }) => {
      if (collection.definition.plural !== 'pods') return;
      const pod = version.object as unknown as Pod;
      if (pod.spec.nodeName !== node.name) return;
      if (type === 'DELETED' || pod.metadata.deletionTimestamp) void this.#removePod(pod, type === 'DELETED');
      else this.#ensurePod(pod);
    });
  }

  /** What keeps the node's network from being ready, else what went wrong last with a pod. */
  get lastProblem(): string | undefined {
    return this.#network.problem ?? this.#lastProblem;
  }

  get ready(): boolean {
    return this.#network.problem === undefined;
  }

  #ensurePod(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#workers.has(uid) || pod.status?.phase !== 'Pending') return;
    if (pod.spec.hostNetwork) return this.#reportRunning(pod, allOf(this.#options.node.underlay));
    const { netlink, host } = this.#options;
    const worker: PodWorker = new PodWorker(pod, {
      netlink,
      host,
      config: (signal) => this.#network.ready(signal),
      onRunning: (running, addresses) => this.#reportRunning(running, addresses),
      onProblem: (_, message) => this.#reportProblem(pod, message),
    });
    this.#workers.set(uid, worker);
    void worker.netns().then((netns) => netns && this.#options.onPod(podName(pod), netns));
  }

  async #removePod(pod: Pod, alreadyDeleted: boolean): Promise<void> {
    const { uid, name, namespace } = pod.metadata;
    const worker = this.#workers.get(uid);
    this.#workers.delete(uid);
    if (worker) {
      await worker.remove();
      this.#options.onPod(podName(pod), undefined);
    }
    if (alreadyDeleted || this.#find(pod) === undefined) return;
    this.#objects.delete('pods', name, namespace, { gracePeriodSeconds: 0, preconditions: { uid } });
  }

  #reportRunning(pod: Pod, addresses: readonly string[]): void {
    const status = runningStatus(pod, addresses, allOf(this.#options.node.underlay));
    this.#patchStatus(pod, status);
  }

  #reportProblem(pod: Pod, message: string): void {
    this.#lastProblem = `${podName(pod)}: ${message}`;
    this.#options.log(this.#lastProblem);
    this.#patchStatus(pod, waitingStatus(pod, message));
  }

  #patchStatus(pod: Pod, status: object): void {
    if (this.#find(pod) === undefined) return;
    const { name, namespace } = pod.metadata;
    this.#objects.patch('pods', name, namespace, { status }, { subresource: 'status' });
  }

  #reportNode(problem: string | undefined): void {
    const { name } = this.#options.node;
    if (!this.#objects.get('nodes', name)) return;
    const patch = { status: { conditions: [readyCondition(problem)] } };
    this.#objects.patch('nodes', name, undefined, patch, { type: 'strategic', subresource: 'status' });
    this.#options.log(problem === undefined ? 'network ready' : `network not ready: ${problem}`);
  }

  #find(pod: Pod): Pod | undefined {
    const { uid, name, namespace } = pod.metadata;
    const found = this.#objects.get<Pod>('pods', name, namespace);
    return found?.metadata.uid === uid ? found : undefined;
  }
}
