// The node itself, kept right: tunnel settings, ovn0, routes into the pod network, kernel settings, what the Node object says
// of us. One loop that compares everything with everything: it is cheap, and nothing can be forgotten.

import { ANNOTATIONS, LABELS } from '@kube-ovn/crds';
import type { Family } from '@kube-ovn/ipam';
import type { KubeClient } from '@kube-ovn/kube';
import { type InstalledRoute, type Netlink, NetlinkError } from '@kube-ovn/netlink';
import { tunnelMtu } from '../cni/mtu.ts';
import { internalIp, type NodeRecord } from '../kube/node-record.ts';
import { NODES } from '../kube/resources.ts';
import type { Stores } from '../kube/stores.ts';
import type { DaemonLog, DaemonMetrics } from '../observability.ts';
import type { NetworkOptions } from '../options.ts';
import type { Ovs } from '../ovs/ovs.ts';
import { encapIds, readNodeNetworks } from './encap.ts';
import { compareRoutes, NODE_LINK, wantedRoutes } from './host-routes.ts';
import { type JoinNetwork, joinNetwork } from './join.ts';
import { configureNodeLink, linkFaults, planNodePort } from './node-port.ts';
import { assertSysctls, nodeSysctls } from './sysctls.ts';
import { chooseTunnel, type Tunnel } from './tunnel.ts';
import { TxChecksums } from './tx-checksums.ts';

export interface NodeAgentOptions {
  readonly nodeName: string;
  readonly network: NetworkOptions;
  readonly client: KubeClient;
  readonly stores: Stores;
  readonly ovs: Ovs;
  readonly netlink: Netlink;
  readonly log: DaemonLog;
  readonly metrics: DaemonMetrics;
}

export class NodeAgent {
  readonly #options: NodeAgentOptions;
  readonly #checksums: TxChecksums;
  #tunnel: Tunnel | undefined;
  #configured = false;
  #warned = '';

  constructor(options: NodeAgentOptions) {
    this.#options = options;
    this.#checksums = new TxChecksums(options.netlink);
  }

  /** MTU of the pod network; undefined as long as the NIC of the tunnels is not known. */
  get mtu(): number | undefined {
    const { mtu, networkType } = this.#options.network;
    if (mtu > 0) return mtu;
    return this.#tunnel && tunnelMtu(this.#tunnel.linkMtu, networkType, this.#tunnel.family, mtu);
  }

  get node(): NodeRecord | undefined {
    return this.#options.stores.nodes.get(this.#options.nodeName);
  }

  get join(): JoinNetwork | undefined {
    return joinNetwork(this.node);
  }

  /** ovn0 was seen as it must be, and nothing has been found wrong since. */
  get configured(): boolean {
    return this.#configured;
  }

  /** The flows of ovn0 are in place. */
  get bound(): boolean {
    return this.#options.ovs.interface(NODE_LINK)?.external_ids['ovn-installed'] === 'true';
  }

  async run(): Promise<void> {
    const { ovs, stores } = this.#options;
    if (!stores.isSynced || !ovs.isCurrent) return;
    const { node } = this;
    if (!node) return;
    await this.#findTunnel(node);
    const { join, mtu } = this;
    await this.#commitRows(node, join, mtu);
    this.#configured = join !== undefined && mtu !== undefined && (await this.#configureLink(join, mtu));
    if (join && this.#configured) {
      await this.#asserted('sysctl', () => assertSysctls(this.#options.netlink, nodeSysctls(familiesOf(join))));
      await this.#routes(node, join);
    }
    await this.#annotate(node);
  }

  async #findTunnel(node: NodeRecord): Promise<void> {
    const { netlink, network, log } = this.#options;
    const [links, addresses, routes] = await Promise.all([netlink.links(), netlink.addresses(), netlink.routes()]);
    const wish = {
      annotation: node.annotations[ANNOTATIONS.tunnelInterface] ?? '',
      userspace: node.labels[LABELS.ovsDatapathType] === 'userspace',
      dpdkTunnelIface: network.dpdkTunnelIface,
      iface: network.iface,
      hostTunnelSource: network.hostTunnelSource,
      nodeIps: [...network.podIps, ...node.internalIps.map(({ address }) => address)],
    };
    const sources = routes.flatMap((route) => (route.scope === 'link' && route.source ? [route.source] : []));
    const found = chooseTunnel(wish, links, addresses, sources);
    // A NIC that is away for a moment (a bridge being restarted) must not take the node's settings with it.
    if (found) this.#tunnel = found;
    else if (!this.#tunnel)
      this.#warnOnce(log, `no NIC for tunnels: ${wish.annotation || wish.iface || wish.nodeIps.join(', ')}`);
    const { isUserspace } = this.#options.ovs;
    await this.#checksums.assert(links, {
      userspace: isUserspace,
      vxlan: network.vxlanTxOff && network.networkType === 'vxlan',
    });
  }

  async #commitRows(node: NodeRecord, join: JoinNetwork | undefined, mtu: number | undefined): Promise<void> {
    const { ovs, network, log, metrics } = this.#options;
    const transaction = ovs.client.newTransaction();
    if (this.#tunnel && ovs.root) {
      const networks = readNodeNetworks(node.annotations[ANNOTATIONS.nodeNetworks] ?? '');
      if (networks.problem)
        this.#warnOnce(log, `annotation ${ANNOTATIONS.nodeNetworks} is ignored: ${networks.problem}`);
      const ids = encapIds(this.#tunnel.ip, networks, network.encapChecksum);
      const present = ovs.root.external_ids;
      const wrong = Object.fromEntries(Object.entries(ids).filter(([key, value]) => present[key] !== value));
      if (Object.keys(wrong).length > 0) {
        transaction.mutate('Open_vSwitch', ovs.root._uuid, [
          { column: 'external_ids', mutator: 'delete', value: Object.keys(wrong) },
          { column: 'external_ids', mutator: 'insert', value: wrong },
        ]);
      }
    }
    if (join && mtu !== undefined) planNodePort(transaction, ovs, join, mtu);
    if (transaction.size === 0) return;
    await ovs.commit('node settings', transaction);
    metrics.corrected('ovs');
  }

  async #annotate(node: NodeRecord): Promise<void> {
    const { client, ovs, nodeName, log } = this.#options;
    const chassis = ovs.root?.external_ids['system-id'];
    if (!chassis || node.annotations[ANNOTATIONS.chassis] === chassis) return;
    const patch = { metadata: { annotations: { [ANNOTATIONS.chassis]: chassis } } };
    const answer = await client.mergePatch(NODES, nodeName, undefined, patch);
    if (!answer.ok) throw answer.error;
    log.info('chassis written to the node', { chassis });
  }

  /** False as long as Open vSwitch has not made the link. */
  async #configureLink(join: JoinNetwork, mtu: number): Promise<boolean> {
    const { netlink, log, metrics } = this.#options;
    const faults = await this.#linkFaults(join, mtu);
    if (faults === undefined) return false;
    if (faults.length === 0) return true;
    log.info('ovn0 is corrected', { faults });
    metrics.corrected(NODE_LINK);
    await configureNodeLink(netlink, join, mtu);
    const left = await this.#linkFaults(join, mtu);
    if (left?.length !== 0) throw new Error(`ovn0 cannot be configured: ${left?.join(', ') ?? 'it has vanished'}`);
    return true;
  }

  async #linkFaults(join: JoinNetwork, mtu: number): Promise<string[] | undefined> {
    const { netlink } = this.#options;
    const link = await netlink.link(NODE_LINK);
    return link && linkFaults(link, await netlink.addresses(undefined, NODE_LINK), join, mtu);
  }

  async #routes(node: NodeRecord, join: JoinNetwork): Promise<void> {
    const { netlink, stores, network, log, metrics } = this.#options;
    const [routes, addresses] = await Promise.all([netlink.routes(), netlink.addresses()]);
    const local = new Set(addresses.map(({ address }) => address));
    const source = (family: Family) => {
      const ip = internalIp(node, family);
      return ip !== undefined && local.has(ip) ? ip : undefined;
    };
    const wanted = wantedRoutes({
      join,
      subnets: stores.subnets.values(),
      clusterRouter: network.clusterRouter,
      nodeSwitch: network.nodeSwitch,
      sources: { 4: source(4), 6: source(6) },
      internalIps: node.internalIps.map(({ address }) => address),
    });
    const { replace, remove } = compareRoutes(wanted, routes);
    if (replace.length + remove.length === 0) return;
    log.info('routes are corrected', { replace: replace.map(textOf), remove: remove.map(textOf) });
    metrics.corrected('routes');
    for (const route of remove) await deleteRoute(netlink, route);
    for (const route of replace) await netlink.replaceRoute(route);
  }

  async #asserted(what: string, assert: () => Promise<string[]>): Promise<void> {
    const changed = await assert();
    if (changed.length === 0) return;
    this.#options.log.info(`${what} corrected`, { changed });
    this.#options.metrics.corrected(what);
  }

  #warnOnce(log: DaemonLog, message: string): void {
    if (this.#warned !== message) log.warn(message);
    this.#warned = message;
  }
}

function familiesOf(join: JoinNetwork): Family[] {
  return join.addresses.map(({ family }) => family);
}

async function deleteRoute(netlink: Netlink, route: InstalledRoute): Promise<void> {
  try {
    await netlink.deleteRoute(route);
  } catch (error) {
    if (!(error instanceof NetlinkError) || error.code !== 'ESRCH') throw error;
  }
}

function textOf({
  destination = 'default',
  gateway,
  link,
}: {
  destination?: string;
  gateway?: string;
  link?: string;
}): string {
  return [destination, gateway && `via ${gateway}`, link && `dev ${link}`].filter(Boolean).join(' ');
}
