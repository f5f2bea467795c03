// br-phy: in userspace the switch must own the NIC that carries its tunnels, so NIC and addresses move to a netdev bridge.

import { dataPlaneCommand } from './data-plane-command.ts';
import { runCommand } from './run-command.ts';

export const TUNNEL_BRIDGE = 'br-phy';

interface AddressList {
  readonly address: string;
  readonly mtu: number;
  readonly addr_info: readonly { readonly local: string; readonly prefixlen: number; readonly scope: string }[];
}

/** Idempotent: a NIC that has no global address any more was moved before. */
export async function moveTunnelDevice(
  vsctl: (...args: string[]) => Promise<string>,
  device: string,
  netns?: string,
): Promise<void> {
  const ip = (...args: string[]) => runCommand(dataPlaneCommand('ip', args, { netns }));
  const [nic] = JSON.parse(await ip('-json', 'address', 'show', 'dev', device)) as [AddressList];
  const bridge = ['--may-exist', 'add-br', TUNNEL_BRIDGE, '--', 'set', 'Bridge', TUNNEL_BRIDGE, 'datapath_type=netdev'];
  await vsctl(
    ...[
      ...bridge,
      `other_config:hwaddr=${JSON.stringify(nic.address)}`,
      '--',
      '--may-exist',
      'add-port',
      TUNNEL_BRIDGE,
      device,
    ],
    ...['--', 'set', 'Interface', TUNNEL_BRIDGE, `mtu_request=${nic.mtu}`],
  );
  await ip('link', 'set', TUNNEL_BRIDGE, 'up');
  // Before the first TCP connection: checksums that the kernel leaves to a NIC are never filled in on this path.
  await transmitChecksumOff(TUNNEL_BRIDGE, netns);
  await transmitChecksumOff(device, netns);
  for (const { local, prefixlen, scope } of nic.addr_info) {
    if (scope !== 'global') continue;
    const flags = local.includes(':') ? ['nodad'] : [];
    await ip('address', 'del', `${local}/${prefixlen}`, 'dev', device);
    await ip('address', 'replace', `${local}/${prefixlen}`, 'dev', TUNNEL_BRIDGE, ...flags);
  }
}

export async function transmitChecksumOff(device: string, netns?: string): Promise<void> {
  await runCommand(dataPlaneCommand('ethtool', ['-K', device, 'tx', 'off'], { netns }));
}
