// The ports of pods, compared with the pods that live: a port that vanished from br-int while its pod goes on is put back
// (case H6), one whose pod is gone for good is removed. Only rows with our mark are looked at, and never a pod that a CNI call
// is busy with.

import { isOvnProvider } from '@kube-ovn/crds';
import type { Link } from '@kube-ovn/netlink';
import type { CniContext } from '../cni/context.ts';
import { removePorts } from '../cni/gc.ts';
import { readPodNetwork } from '../cni/pod-network.ts';
import { type PodRequest, podRequestSchema } from '../cni/request.ts';
import { hasUid } from '../kube/pod-record.ts';
import { type LinkOwner, parseLinkAlias } from '../ovs/link-alias.ts';
import { addPodPort, type PodPort, podPortOf } from '../ovs/pod-port.ts';

/** The link of a pod dies with its namespace; two looks rule out that it is only being made. */
const LOOKS_WITHOUT_LINK = 2;
/** A pod may be gone from the API while its containers still end: its port is theirs until the DEL comes. */
const LOOKS_WITHOUT_POD = 10;

export class PortKeeper {
  readonly #context: CniContext;
  #missing = new Map<string, number>();

  constructor(context: CniContext) {
    this.#context = context;
  }

  /** Puts lost ports back, at once; called when ports vanish and at every look. */
  async repair(): Promise<void> {
    const { ovs, netlink, log, metrics } = this.#context;
    if (!ovs.isCurrent || !ovs.bridge || !this.#context.stores.isSynced) return;
    const lost = (await netlink.links()).flatMap((link) => this.#lostPort(link) ?? []);
    if (lost.length === 0) return;
    const transaction = ovs.client.newTransaction();
    for (const port of lost) addPodPort(transaction, ovs, port, { fresh: true });
    await ovs.commit('repair ports', transaction);
    for (const { name, ifaceId } of lost) {
      metrics.portRepaired();
      log.warn('a port had vanished from br-int and was put back', { port: name, ifaceId });
    }
  }

  /** One look for ports that nobody needs any more. */
  async collect(): Promise<void> {
    const { ovs, netlink, stores, attempts } = this.#context;
    if (!ovs.isCurrent || !stores.healthy) return;
    const links = new Map((await netlink.links()).map((link) => [link.name, link]));
    const missing = new Map<string, number>();
    const stale: PodPort[] = [];
    for (const row of ovs.interfaces()) {
      const port = podPortOf(row);
      if (!port || row.type !== '' || !this.#isOnBridge(port.name) || attempts.isBusy(port.containerId)) continue;
      const link = links.get(port.name);
      const limit = link ? this.#looksWithoutPod(link) : LOOKS_WITHOUT_LINK;
      if (limit === undefined) continue;
      const looks = (this.#missing.get(port.name) ?? 0) + 1;
      if (looks < limit) missing.set(port.name, looks);
      else stale.push(port);
    }
    this.#missing = missing;
    await removePorts(this.#context, stale);
  }

  /** undefined: its pod lives, or nobody can tell (rows call a pod by the name of its virtual machine, links do not). */
  #looksWithoutPod(link: Link): number | undefined {
    const owner = parseLinkAlias(link.alias);
    return owner && !this.#podOf(owner) ? LOOKS_WITHOUT_POD : undefined;
  }

  #lostPort(link: Link): PodPort | undefined {
    const owner = parseLinkAlias(link.alias);
    if (!owner || !isOvnProvider(owner.provider) || this.#context.attempts.isBusy(owner.containerId)) return undefined;
    if (this.#isOnBridge(link.name)) return undefined;
    const pod = this.#podOf(owner);
    if (!pod || pod.finished) return undefined;
    const state = readPodNetwork(pod, requestOf(owner));
    if (state.state !== 'ready') return undefined;
    const { portName, podName, addresses } = state.network;
    // A newer sandbox of the pod has the port.
    if (this.#context.ovs.interfacesOf(portName).length > 0) return undefined;
    return { ...owner, name: link.name, ifaceId: portName, podName, ips: addresses.map(({ ip }) => ip) };
  }

  #podOf({ podNamespace, podName, podUid }: Pick<LinkOwner, 'podNamespace' | 'podName' | 'podUid'>) {
    const pod = this.#context.stores.pods.get(`${podNamespace}/${podName}`);
    return pod && hasUid(pod, podUid) ? pod : undefined;
  }

  #isOnBridge(name: string): boolean {
    const { ovs } = this.#context;
    const port = ovs.port(name);
    return port !== undefined && ovs.bridge?.ports.includes(port._uuid) === true;
  }
}

function requestOf(owner: LinkOwner): PodRequest {
  return podRequestSchema.parse({
    container_id: owner.containerId,
    if_name: owner.ifName,
    provider: owner.provider,
    pod_name: owner.podName,
    pod_namespace: owner.podNamespace,
    pod_uid: owner.podUid,
    net_ns: owner.netns,
  });
}
