// A node as routes see it: its own addresses and its address on the join network.

import { nodePortName } from '@kube-ovn/crds';
import { type Address, parseAddress } from '@kube-ovn/ipam';
import type { Cell } from '../engine/cells.ts';
import { families, type PerFamily } from '../engine/families.ts';
import type { View } from '../engine/view.ts';
import { ipCell } from './ip.ts';

export interface NodeFact {
  readonly name: string;
  readonly ready: boolean;
  readonly created: string;
  readonly internal: PerFamily<string>;
  /** Undefined until the join address has been given. */
  readonly join?: PerFamily<string>;
  readonly labels: Readonly<Record<string, string>>;
}

export const nodeCell: Cell<View, NodeFact | undefined> = {
  name: 'node',
  compute(view, key) {
    const node = view.get('Node', key);
    if (node === undefined || node.metadata.deletionTimestamp !== undefined) return undefined;
    const ip = view.cell(ipCell, nodePortName(key));
    return {
      name: key,
      ready: node.ready,
      created: node.metadata.creationTimestamp ?? '',
      internal: {
        v4: node.internalIps.find((address) => !address.includes(':')),
        v6: node.internalIps.find((address) => address.includes(':')),
      },
      join: ip === undefined || ip.deleting ? undefined : { v4: ip.v4, v6: ip.v6 },
      labels: node.metadata.labels ?? {},
    };
  },
};

export const nodesCell: Cell<View, readonly NodeFact[]> = {
  name: 'nodes',
  compute: (view) => view.keys('Node').flatMap((name) => view.cell(nodeCell, name) ?? []),
};

/** One internal address of a node. */
export interface NodeAddress {
  readonly node: string;
  readonly created: string;
  readonly text: string;
  readonly address: Address;
}

/** The internal addresses of all nodes, read once for all subnets. */
export const nodeAddressesCell: Cell<View, readonly NodeAddress[]> = {
  name: 'node addresses',
  compute: (view) =>
    view.cell(nodesCell, '').flatMap(({ name, created, internal }) =>
      families(internal).flatMap(([, text]) => {
        const address = parseAddress(text);
        return address.ok ? [{ node: name, created, text, address: address.value }] : [];
      }),
    ),
};
