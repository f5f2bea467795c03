// Keeps the ledger equal to the Subnet, IPPool and IP objects; told of every change of the stores, and once of everything.

import { isDeepStrictEqual } from 'node:util';
import { parseObject } from '@kube-ovn/crds';
import { type Address, cidrContains, parseAddress, parseDualCidr, type SubnetConfig } from '@kube-ovn/ipam';
import { readIp } from '../cells/ip.ts';
import { readSubnetSpec } from '../cells/read-subnet-spec.ts';
import { splitPair } from '../engine/families.ts';
import type { ObjectStores } from '../engine/stores.ts';
import type { CustomObject, NodeObject } from '../kinds/objects.ts';
import type { NetworkConfig } from '../network-config.ts';
import type { AddressLedger } from './ledger.ts';

export class LedgerFeed {
  readonly #ledger: AddressLedger;
  readonly #stores: ObjectStores;
  readonly #config: NetworkConfig;
  /** Subnets as the ledger has them. */
  readonly #known = new Map<string, KnownSubnet>();

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
    if (object === undefined) {
      this.#known.delete(name);
      return this.#ledger.removeSubnet(name);
    }
    // A status is written with every few pods; the ledger knows it from itself.
    const before = this.#known.get(name);
    if (before !== undefined && isDeepStrictEqual(object.spec, before.spec)) return;
    const spec = readSubnetSpec(name, object, this.#config);
    // A bad edit changes nothing: what was allocated stays allocated in the subnet as it was.
    if (!spec.ok) return;
    const cidrs = parseDualCidr(spec.value.cidrBlock);
    if (!cidrs.ok) return;
    const { v4, v6 } = cidrs.value;
    const config = { name, v4, v6, gateway: splitPair(spec.value.gateway), excludeIps: spec.value.excludeIps };
    const known = { spec: object.spec, config, holdsNodes: spec.value.vpc === this.#config.clusterRouter };
    this.#known.set(name, known);
    this.#set(known);
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

  /** Addresses of nodes are never given to pods; few subnets contain any. */
  nodeChanged(before: NodeObject | undefined, after: NodeObject | undefined): void {
    if (before?.internalIps.join() === after?.internalIps.join()) return;
    const addresses = [...addressesOf(before), ...addressesOf(after)];
    for (const known of this.#known.values())
      if (known.holdsNodes && addresses.some((address) => isInside(known, address))) this.#set(known);
  }

  #set(known: KnownSubnet): void {
    const nodes = known.holdsNodes ? [...this.#stores.Node.values()] : [];
    const skip = nodes.flatMap(addressesOf).filter((address) => isInside(known, address));
    this.#ledger.setSubnet({ ...known.config, skip });
  }
}

interface KnownSubnet {
  readonly spec: CustomObject['spec'];
  readonly config: Omit<SubnetConfig, 'skip'>;
  /** A subnet of the default VPC: traffic to an address in it may be meant for a node. */
  readonly holdsNodes: boolean;
}

function isInside({ config }: KnownSubnet, address: Address): boolean {
  const cidr = address.family === 4 ? config.v4 : config.v6;
  return cidr !== undefined && cidrContains(cidr, address);
}

function addressesOf(node: NodeObject | undefined): Address[] {
  return (node?.internalIps ?? []).flatMap((text) => {
    const address = parseAddress(text);
    return address.ok ? [address.value] : [];
  });
}
