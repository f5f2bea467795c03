// The wire between nodes: a bridge in a namespace of its own, and veth pairs into the namespaces of nodes.
// Nothing of it is visible on the machine.

import { type NetworkNamespace, openNetworkNamespace } from './network-namespace.ts';
import { transmitChecksumOff } from './tunnel-bridge.ts';

export interface Wire {
  /** Device name inside the node. */
  readonly device: string;
  /** With prefix length; several for dual stack. */
  readonly addresses: readonly string[];
  readonly mtu?: number;
}

export interface Fabric {
  readonly namespace: NetworkNamespace;
  /** Plugs a node in: its device is up and has the addresses. */
  connect(node: NetworkNamespace, wire: Wire): Promise<void>;
  close(): Promise<void>;
}

/** `addresses` are those of the fabric itself, where for example the central databases live. */
export async function openFabric(addresses: readonly string[] = []): Promise<Fabric> {
  const namespace = await openNetworkNamespace();
  let wires = 0;
  await namespace.ip('link', 'add', 'fabric', 'up', 'type', 'bridge');
  await transmitChecksumOff('fabric', namespace.path);
  for (const address of addresses) await addAddress(namespace, 'fabric', address);
  return {
    namespace,
    connect: async (node, { device, addresses: nodeAddresses, mtu = 1500 }) => {
      const end = `wire${++wires}`;
      await createPair(namespace, end, node, device, mtu);
      await namespace.ip('link', 'set', end, 'master', 'fabric');
      for (const address of nodeAddresses) await addAddress(node, device, address);
    },
    close: () => namespace.close(),
  };
}

/** A veth pair across two namespaces, both ends up, with all checksums done in software. */
export async function createPair(
  here: NetworkNamespace,
  end: string,
  there: NetworkNamespace,
  peer: string,
  mtu = 1500,
): Promise<void> {
  const pid = /^\/proc\/(\d+)\//.exec(there.path)?.[1];
  const size = ['mtu', String(mtu)];
  await here.ip('link', 'add', end, ...size, 'up', 'type', 'veth', 'peer', 'name', peer, ...size, 'netns', pid!);
  await there.ip('link', 'set', peer, 'up');
  await transmitChecksumOff(end, here.path);
  await transmitChecksumOff(peer, there.path);
}

async function addAddress(namespace: NetworkNamespace, device: string, address: string): Promise<void> {
  // Duplicate address detection would keep a v6 address unusable for a second, on a wire that is ours alone.
  const flags = address.includes(':') ? ['nodad'] : [];
  await namespace.ip('address', 'add', address, 'dev', device, ...flags);
}
