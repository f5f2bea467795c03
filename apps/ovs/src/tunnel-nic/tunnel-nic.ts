// Keeps the tunnel NIC in br-phy, in facts that are asserted one by one and each by comparing: it is recorded, the bridge
// has it, checksums are whole, the addresses are on the bridge and not on the NIC, and the routes follow (case I11).

import { type Netlink, NetlinkError } from '@kube-ovn/netlink';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { until } from '@kube-ovn/supervise';
import { type NodeSettings, TUNNEL_BRIDGE } from '../settings.ts';
import { assertBridge, removeBridge } from './bridge.ts';
import { isMovable, isMovableRoute, mergeRecord, type NicRecord, RecordFile } from './record.ts';
import { refusal } from './refusal.ts';

export class TunnelNic {
  readonly #settings: NodeSettings;
  readonly #netlink: Netlink;
  readonly #record: RecordFile;

  constructor(settings: NodeSettings, netlink: Netlink) {
    this.#settings = settings;
    this.#netlink = netlink;
    this.#record = new RecordFile(settings.directories.etc);
  }

  /** The reason why this node cannot run in userspace mode. */
  async refusal(): Promise<string | undefined> {
    const { tunnelNic: nic, nodeIps, netns } = this.#settings;
    const [links, addresses, routes] = await Promise.all([
      this.#netlink.links(netns),
      this.#netlink.addresses(netns),
      this.#netlink.routes(netns),
    ]);
    // br-phy has what the NIC had: both are looked at as one.
    const asNic = (link: string | undefined) => (link === TUNNEL_BRIDGE ? nic : link);
    return refusal({
      ...{ nic, nodeIps, links },
      addresses: addresses.map((each) => ({ ...each, link: asNic(each.link) })),
      routes: routes.map((each) => ({ ...each, link: asNic(each.link) })),
    });
  }

  /** Everything is so afterwards; what is so already is not touched. The switch must run. */
  async assert(client: OvsdbClient): Promise<void> {
    const record = await this.#remember();
    const { netns } = this.#settings;
    await assertBridge(client, record);
    const bridge = await until('device br-phy', () => this.#netlink.link(TUNNEL_BRIDGE, netns), { timeoutMs: 10_000 });
    // Before the first TCP segment: what the kernel leaves to a NIC is never finished on this way.
    await this.#netlink.setLink(record.nic, { noTxChecksum: true }, netns);
    await this.#netlink.setLink(TUNNEL_BRIDGE, { noTxChecksum: true, ...(bridge.up ? {} : { up: true }) }, netns);
    await this.#moveAddresses(record, record.nic, TUNNEL_BRIDGE);
    await this.#moveRoutes(record, TUNNEL_BRIDGE);
  }

  /** The NIC is as it was. Works with and without a switch. */
  async giveBack(client: OvsdbClient | undefined): Promise<void> {
    const record = this.#record.read();
    if (client) await removeBridge(client, TUNNEL_BRIDGE);
    if (!record) return;
    const { netns } = this.#settings;
    await this.#netlink.setLink(record.nic, { up: true }, netns);
    await this.#moveAddresses(record, TUNNEL_BRIDGE, record.nic);
    await this.#moveRoutes(record, record.nic);
    // The tap of a bridge outlives its switch.
    await this.#netlink.deleteLink(TUNNEL_BRIDGE, netns).catch(unless('ENODEV'));
    this.#record.remove();
  }

  async #remember(): Promise<NicRecord> {
    const { tunnelNic, netns } = this.#settings;
    const [link, addresses, routes] = await Promise.all([
      this.#netlink.link(tunnelNic, netns),
      this.#netlink.addresses(netns),
      this.#netlink.routes(netns),
    ]);
    if (!link) throw new Error(`NIC ${tunnelNic} has vanished`);
    const known = this.#record.read();
    const record = mergeRecord(known, link, addresses, routes);
    if (JSON.stringify(record) !== JSON.stringify(known)) this.#record.write(record);
    return record;
  }

  /** First added there, then taken away here: at no point is it nowhere. */
  async #moveAddresses(record: NicRecord, from: string, to: string): Promise<void> {
    const { netns } = this.#settings;
    const present = await this.#netlink.addresses(netns);
    const on = (link: string) =>
      new Set(present.filter((each) => each.link === link && isMovable(each)).map(({ cidr }) => cidr));
    const [there, here] = [on(to), on(from)];
    for (const cidr of record.addresses) {
      if (!there.has(cidr))
        await this.#netlink.addAddress(to, cidr, { noDad: cidr.includes(':'), replace: true }, netns);
    }
    for (const cidr of here)
      await this.#netlink.deleteAddress(from, cidr, netns).catch(unless('EADDRNOTAVAIL', 'ENODEV'));
  }

  async #moveRoutes(record: NicRecord, to: string): Promise<void> {
    const { netns, log } = this.#settings;
    const present = (await this.#netlink.routes(netns)).filter((route) => route.link === to && isMovableRoute(route));
    const keys = new Set(present.map(({ family, destination }) => `${family} ${destination}`));
    for (const route of record.routes) {
      if (keys.has(`${route.family} ${route.destination}`)) continue;
      await this.#netlink.replaceRoute({ ...route, link: to }, netns).catch((error: unknown) => {
        log.warn({ route, err: error }, 'a route cannot be moved');
      });
    }
  }
}

function unless(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof NetlinkError && codes.includes(error.code))) throw error;
  };
}
