// The kubelets of all nodes, and where the pods are that they made.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Netlink } from '@kube-ovn/netlink';
import type { ApiServer } from '@kube-ovn/testkit';
import type { AddressPlan } from '../network/address-plan.ts';
import { namespacePath } from '../network/topology.ts';
import { nodePaths } from '../programs/daemon.ts';
import { LOGS } from '../programs/paths.ts';
import { absentPlugins, type CniHost } from './cni-call.ts';
import { readCniConfig } from './cni-config.ts';
import { Kubelet } from './kubelet.ts';

export interface KubeletsOptions {
  readonly api: ApiServer;
  readonly netlink: Netlink;
  readonly plan: AddressPlan;
}

interface Member {
  readonly node: string;
  readonly kubelet: Kubelet;
  readonly host: CniHost;
  readonly configFolder: string;
}

export class Kubelets {
  readonly #members: readonly Member[];
  readonly #namespaces = new Map<string, string>();

  constructor({ api, netlink, plan }: KubeletsOptions) {
    this.#members = plan.nodes.map((node) => {
      const { cniConfig, cniBinaries } = nodePaths(node.name);
      const host = { binaries: cniBinaries, netns: namespacePath(node.name) };
      const kubelet = new Kubelet({
        api,
        netlink,
        node,
        host,
        configFolder: cniConfig,
        log: (line) => appendFileSync(join(LOGS, `kubelet-${node.name}.log`), `${new Date().toISOString()} ${line}\n`),
        onPod: (name, netns) => this.#notePod(name, netns),
      });
      return { node: node.name, kubelet, host, configFolder: cniConfig };
    });
  }

  /** Path of the network namespace of a pod "namespace/name". */
  netnsOf(pod: string): string | undefined {
    return this.#namespaces.get(pod);
  }

  /** Name of a pod -> path of its namespace. */
  get namespaces(): ReadonlyMap<string, string> {
    return this.#namespaces;
  }

  get allReady(): boolean {
    return this.#members.every(({ kubelet }) => kubelet.ready);
  }

  /** One line per node that has something to complain about. */
  problems(): string[] {
    return this.#members.flatMap(({ node, kubelet }) =>
      kubelet.lastProblem === undefined ? [] : [`${node}: ${kubelet.lastProblem}`],
    );
  }

  /** Plugins of the CNI configuration that no kubelet executes, because their binary is not there. */
  skippedPlugins(): string[] {
    const skipped = this.#members.flatMap(({ host, configFolder }) => {
      const config = readCniConfig(configFolder);
      return config ? absentPlugins(host, config) : [];
    });
    return [...new Set(skipped)];
  }

  #notePod(name: string, netns: string | undefined): void {
    if (netns === undefined) this.#namespaces.delete(name);
    else this.#namespaces.set(name, netns);
  }
}
