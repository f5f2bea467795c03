// The MAC addresses of the other nodes as a userspace switch knows them. A switch that does not drops the first packets to
// each node, and asks.

import { type ManagedProcess, unixctl } from '@kube-ovn/supervise';

export interface TunnelNeighbour {
  readonly ip: string;
  readonly mac: string;
  readonly bridge: string;
}

export async function readTunnelNeighbours(controlSocket: string): Promise<TunnelNeighbour[]> {
  return parseTunnelNeighbours(await unixctl(controlSocket, 'tnl/neigh/show', [], 2_000));
}

export async function teachTunnelNeighbours(
  vswitchd: ManagedProcess,
  neighbours: readonly TunnelNeighbour[],
): Promise<void> {
  for (const { bridge, ip, mac } of neighbours) await vswitchd.control('tnl/neigh/set', bridge, ip, mac);
}

/** A table of three columns under a headline. */
export function parseTunnelNeighbours(text: string): TunnelNeighbour[] {
  const rows = [...text.matchAll(/^(\S+)\s+([0-9a-f]{2}(?::[0-9a-f]{2}){5})\s+(\S+)/gm)];
  return rows.map(([, ip, mac, bridge]) => ({ ip: ip!, mac: mac!, bridge: bridge! }));
}
