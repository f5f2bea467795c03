// The node as a network namespace: eth0 with the node's address to the control plane, eth1 for tunnels. Only these mount and
// network namespaces see it.

import type { Netlink } from '@kube-ovn/netlink';
import { hostCommand, runCommand } from '@kube-ovn/testkit';
import { CONTROL_PLANE_IP, NODE, NODE_IP, TUNNEL_IP, TUNNEL_PEER_IP } from './address-plan.ts';

const NAMED = '/run/netns';

/** Path of the node's namespace. */
export async function wireNode(netlink: Netlink): Promise<string> {
  await runCommand(hostCommand('mkdir', ['-p', NAMED]));
  for (const args of [
    ['--make-rprivate', '/'],
    ['-t', 'tmpfs', 'tmpfs', NAMED],
  ])
    await runCommand(hostCommand('mount', ['-n', ...args]));
  await netlink.setLink('lo', { up: true });
  const node = await netlink.netns.createNamed(NODE);
  await netlink.setLink('lo', { up: true }, node);
  await netlink.sysctl(node, 'net/ipv4/ip_forward', '1');
  for (const [host, device, hostIp, ip] of [
    ['underlay', 'eth0', CONTROL_PLANE_IP, NODE_IP],
    ['fabric', 'eth1', TUNNEL_PEER_IP, TUNNEL_IP],
  ] as const) {
    await netlink.createVeth({ host, peer: { name: device, ns: node } });
    await netlink.addAddress(host, `${hostIp}/24`);
    await netlink.setLink(device, { up: true, noTxChecksum: true }, node);
    await netlink.addAddress(device, `${ip}/24`, {}, node);
  }
  await netlink.addRoute({ family: 4, gateway: CONTROL_PLANE_IP, link: 'eth0' }, node);
  return node;
}
