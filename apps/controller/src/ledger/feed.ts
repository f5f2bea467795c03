// Keeps the ledger equal to the Subnet, IPPool and IP objects; told of every change of the stores, and once of everything.

import { normaliseSubnetSpec, parseObject } from '@kube-ovn/crds';
import { type Address, parseAddress, parseDualCidr } from '@kube-ovn/ipam';
import { readIp } from '../cells/ip.ts';
import { splitPair } from '../engine/families.ts';
import type { ObjectStores } from '../engine/stores.ts';
import type { CustomObject, NodeObject } from '../kinds/objects.ts';
import type { NetworkConfig } from '../network-config.ts';
import type { AddressLedger } from './ledger.ts';

export class LedgerFeed {
  readonly #ledger: AddressLedger;
  readonly #stores: ObjectStores;
  readonly #config: NetworkConfig;

  constructor(ledger: AddressLedger, stores: ObjectStores, config: NetworkConfig) {
    this.#ledger = ledger;
    this.#stores = stores;
    this.#config = config;
  }

  /** Reads everything: subnets before pools before addresses, so that each finds what it lies in. */
  fill(): void {
    for (const subnet of this.#stores.Subnet.values()) this.subnetChanged(subnet.metadata.name, subnet);
    for (const pool of this.#stores.IPPool.values()) this.poolChanged(pool.metadata.name, pool);
    for (const ip of this.#stores.IP.values()) this.ipChanged(ip.metadata.name, ip);
  }

  subnetChanged(name: string, object: CustomObject | undefined): void {
    if (object === undefined) return this.#ledger.removeSubnet(name);
    const parsed = parseObject('Subnet', object);
    if (!parsed.ok) return;
    const spec = normaliseSubnetSpec(name, parsed.value.spec ?? {}, {
      defaultVpc: this.#config.clusterRouter,
      defaultSubnet: this.#config.defaultSubnet,
      joinSubnet: this.#config.nodeSwitch,
      enableLb: this.#config.enableLb,
    });
    // A bad edit changes nothing: what was allocated stays allocated in the subnet as it was.
    if (!spec.ok) return;
    const cidrs = parseDualCidr(spec.value.cidrBlock);
    if (!cidrs.ok) return;
    this.#ledger.setSubnet({
      name,
      v4: cidrs.value.v4,
      v6: cidrs.value.v6,
      gateway: splitPair(spec.value.gateway),
      excludeIps: spec.value.excludeIps,
      skip: spec.value.vpc === this.#config.clusterRouter ? this.#nodeAddresses() : [],
    });
  }

  poolChanged(name: string, object: CustomObject | undefined): void {
    const parsed = object === undefined ? undefined : parseObject('IPPool', object);
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) return this.#ledger.removePool(name);
    if (!parsed?.ok || parsed.value.spec === undefined) return;
    const { subnet, ips, namespaces = [] } = parsed.value.spec;
    this.#ledger.setPool({ name, subnet, ips, namespaces });
  }

  ipChanged(name: string, object: CustomObject | undefined): void {
    if (object === undefined) return this.#ledger.release(name);
    const { subnet, v4, v6, mac } = readIp(object);
    if (v4 !== undefined || v6 !== undefined) this.#ledger.hold(name, { subnet, v4, v6, mac });
  }

  /** Addresses of nodes are never given to pods; the set matters to every subnet of the default VPC. */
  nodeChanged(before: NodeObject | undefined, after: NodeObject | undefined): void {
    if (before?.internalIps.join() === after?.internalIps.join()) return;
    for (const subnet of this.#stores.Subnet.values()) this.subnetChanged(subnet.metadata.name, subnet);
  }

  #nodeAddresses(): Address[] {
    return [...this.#stores.Node.values()].flatMap((node) =>
      node.internalIps.flatMap((text) => {
        const address = parseAddress(text);
        return address.ok ? [address.value] : [];
      }),
    );
  }
}
