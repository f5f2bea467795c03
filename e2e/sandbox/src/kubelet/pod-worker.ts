// One pod on one node, from its first sandbox to its removal. A failed ADD is undone and tried again with a new sandbox
// id and a new namespace, as a runtime does.

import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Netlink } from '@kube-ovn/netlink';
import type { Pod } from '../cluster/pod.ts';
import { createNamespace, namespacePath } from '../network/topology.ts';
import { addAttachment, type CniAttachment, type CniHost, type CniResult, deleteAttachment } from './cni-call.ts';
import type { CniConfig } from './cni-config.ts';

export interface PodWorkerOptions {
  readonly netlink: Netlink;
  readonly host: CniHost;
  /** Resolves when the node's network is ready. */
  readonly config: (signal: AbortSignal) => Promise<CniConfig>;
  readonly onRunning: (pod: Pod, addresses: readonly string[]) => void;
  readonly onProblem: (pod: Pod, message: string) => void;
}

interface PodSandbox {
  readonly namespace: string;
  readonly config: CniConfig;
  readonly attachment: CniAttachment;
  readonly result?: CniResult;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;

export class PodWorker {
  readonly #pod: Pod;
  readonly #options: PodWorkerOptions;
  readonly #stop = new AbortController();
  readonly #created: Promise<PodSandbox | undefined>;

  constructor(pod: Pod, options: PodWorkerOptions) {
    this.#pod = pod;
    this.#options = options;
    this.#created = this.#create();
  }

  get pod(): Pod {
    return this.#pod;
  }

  /** Path of the pod's namespace, once it is attached. */
  async netns(): Promise<string | undefined> {
    return (await this.#created)?.attachment.netns;
  }

  /** Attaching ends, the pod's namespace goes. */
  async remove(): Promise<void> {
    this.#stop.abort();
    const sandbox = await this.#created;
    if (!sandbox) return;
    for (let retry = FIRST_RETRY_MS; ; retry = Math.min(retry * 2, LAST_RETRY_MS)) {
      const failure = await this.#destroy(sandbox);
      if (failure === undefined) return;
      this.#options.onProblem(this.#pod, failure);
      await delay(retry);
    }
  }

  async #create(): Promise<PodSandbox | undefined> {
    const { signal } = this.#stop;
    for (let retry = FIRST_RETRY_MS; !signal.aborted; retry = Math.min(retry * 2, LAST_RETRY_MS)) {
      const outcome = await this.#attempt(signal).catch((error: unknown) => messageOf(error));
      if (typeof outcome !== 'string') return outcome;
      if (signal.aborted) return undefined;
      this.#options.onProblem(this.#pod, outcome);
      await delay(retry, undefined, { signal }).catch(() => {});
    }
    return undefined;
  }

  async #attempt(signal: AbortSignal): Promise<PodSandbox | string> {
    const { netlink, host } = this.#options;
    const config = await this.#options.config(signal);
    const containerId = randomBytes(32).toString('hex');
    const namespace = `cni-${containerId.slice(0, 12)}`;
    await createNamespace(netlink, namespace);
    const attachment: CniAttachment = {
      containerId,
      netns: namespacePath(namespace),
      ifName: 'eth0',
      args: cniArgs(this.#pod, containerId),
    };
    const sandbox = { namespace, config, attachment };
    try {
      const result = await addAttachment(host, config, attachment);
      const addresses = (result.ips ?? []).map(({ address }) => address.split('/')[0]!);
      this.#options.onRunning(this.#pod, addresses);
      return { ...sandbox, result };
    } catch (error) {
      await this.#destroy(sandbox);
      return messageOf(error);
    }
  }

  /** Why it could not be removed. */
  async #destroy({ namespace, config, attachment, result }: PodSandbox): Promise<string | undefined> {
    try {
      await deleteAttachment(this.#options.host, config, attachment, result);
    } catch (error) {
      return messageOf(error);
    }
    if (await this.#options.netlink.netns.exists(namespace)) await this.#options.netlink.netns.deleteNamed(namespace);
    return undefined;
  }
}

function cniArgs(pod: Pod, containerId: string): Record<string, string> {
  return {
    IgnoreUnknown: '1',
    K8S_POD_NAMESPACE: pod.metadata.namespace ?? '',
    K8S_POD_NAME: pod.metadata.name,
    K8S_POD_INFRA_CONTAINER_ID: containerId,
    K8S_POD_UID: pod.metadata.uid,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
