import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachPod, type NetworkNamespace, openNetworkNamespace, skipReason, waitFor } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataPlane } from './node/node.ts';
import { leave } from './program/leave.ts';
import { type NodeRig, openRig, type Rig } from './testing/rig.ts';

const reason = skipReason('chassis');
if (reason) console.log(`skipped: ${reason}`);

describe.skipIf(reason)('two nodes in userspace mode', () => {
  let rig: Rig;
  let nodes: NodeRig[];
  let first: DataPlane;
  let second: DataPlane;
  const said: string[] = [];
  const pods: NetworkNamespace[] = [];

  beforeAll(async () => {
    const hear = (_: object, message: string) => void said.push(message);
    rig = await openRig({ info: hear, warn: hear, error: hear });
    nodes = [await rig.node(1), await rig.node(2)];
    [first, second] = (await Promise.all(nodes.map((node) => node.start()))) as [DataPlane, DataPlane];
    await rig.central.nbctl('ls-add', 'ls');
    for (const [index, node] of nodes.entries()) {
      const [mac, ip] = [`0a:00:00:00:00:0${index + 1}`, `10.0.0.${index + 1}`];
      await rig.central.nbctl('lsp-add', 'ls', `pod${index}`, '--', 'lsp-set-addresses', `pod${index}`, `${mac} ${ip}`);
      const pod = await openNetworkNamespace();
      pods.push(pod);
      const port = { port: `pod${index}`, mac, addresses: [`${ip}/24`] };
      await attachPod({ vsctl: node.vsctl } as never, node.namespace, pod, `pod${index}h`, port);
    }
    await rig.central.waitChassis();
    await reachable();
  });
  afterAll(async () => {
    for (const pod of pods) await pod.close();
    await rig?.close();
  });

  const reachable = () =>
    waitFor('the other pod', async () =>
      (await pods[0]!.run('ping', '-c1', '-W1', '10.0.0.2')).includes(' 0% packet loss'),
    );
  const tunnelAddresses = async () => [await nodes[0]!.addresses('eth1'), await nodes[0]!.addresses('br-phy')];

  test('the tunnel NIC is in br-phy, with its address', async () => {
    expect(await tunnelAddresses()).toEqual([[], ['192.0.2.11/24']]);
    expect(await nodes[0]!.vsctl('list-ports', 'br-phy')).toBe('eth1');
  });

  test('what a kill left half done is repaired by the next start', async () => {
    const { path } = nodes[0]!.namespace;
    await rig.netlink.addAddress('eth1', '192.0.2.11/24', {}, path);
    await rig.netlink.deleteAddress('br-phy', '192.0.2.11/24', path);
    await waitFor(
      'the address on br-phy',
      async () => JSON.stringify(await tunnelAddresses()) === '[[],["192.0.2.11/24"]]',
    );
    await reachable();
  });

  test('a successor takes over; the end of the one before stops nothing', async () => {
    const id = readFileSync(join(nodes[0]!.directory, 'etc/system-id.conf'), 'utf8');
    said.length = 0;
    const next = await nodes[0]!.start();
    expect(said.filter((message) => /changed|without a gap|restored|all ports|deaf/.test(message))).toEqual([
      'ovs-vswitchd has changed',
    ]);
    expect([first.isOurs, next.isOurs, next.notReady]).toEqual([false, true, undefined]);
    const pids = [next.database.pid, next.vswitchd.pid, next.controller.pid];
    await first.stop();
    await reachable();
    expect([next.database.pid, next.vswitchd.pid, next.controller.pid]).toEqual(pids);
    expect(readFileSync(join(nodes[0]!.directory, 'etc/system-id.conf'), 'utf8')).toBe(id);
    expect(await rig.central.sbctl('--bare', '--columns=hostname', 'find', 'Chassis', 'hostname=node1')).toBe('node1');
    first = next;
  });

  test('a daemon that dies is started again', async () => {
    const { pid } = first.vswitchd;
    process.kill(pid!, 'SIGKILL');
    await waitFor('another ovs-vswitchd', () => first.vswitchd.pid !== undefined && first.vswitchd.pid !== pid);
    await reachable();
  });

  test('after a power cut everything comes back as the same chassis', async () => {
    await first.kill();
    first = await nodes[0]!.start();
    await reachable();
  });

  test('a node whose only NIC would be taken is refused', async () => {
    await expect(nodes[1]!.start({ nodeIps: ['192.0.2.12'] })).rejects.toThrow(/address 192.0.2.12 of the node itself/);
    await expect(nodes[1]!.start({ tunnelNic: 'eth7' })).rejects.toThrow(/has no NIC eth7/);
  });

  test('a node that leaves is as it was found', async () => {
    await first.leave();
    expect(await tunnelAddresses()).toEqual([['192.0.2.11/24'], []]);
    await waitFor('no chassis', async () => !(await rig.central.sbctl('list', 'Chassis')).includes('node1'));
  });

  test('the errand `leave` undoes what a supervisor has done, and that one starts nothing again', async () => {
    const { directory, namespace } = nodes[1]!;
    const [run, ovn, etc] = ['run', 'ovn', 'etc'].map((path) => join(directory, path));
    const words: string[] = [];
    const env = { OVS_RUNDIR: run, OVN_RUNDIR: ovn, OVS_SYSCONFDIR: etc };
    expect(await leave(env, (text) => words.push(text), namespace.path)).toBe(0);
    expect(words).toEqual(['the NIC of the tunnels is as it was', 'this node has left the network']);
    expect([await nodes[1]!.addresses('eth1'), await nodes[1]!.addresses('br-phy')]).toEqual([['192.0.2.12/24'], []]);
    const taps = (await rig.netlink.links(namespace.path)).map(({ name }) => name);
    expect(taps.filter((name) => /^(br-|ovs-)/.test(name))).toEqual([]);
    await waitFor('no chassis', async () => !(await rig.central.sbctl('list', 'Chassis')).includes('node2'));
    const daemons = [second.database, second.vswitchd, second.controller];
    await waitFor('the end of the daemons', () => daemons.every(({ running }) => !running));
    // The delay before a restart is over by the time that a stopped supervisor has let go.
    await second.stop();
    expect([second.isOurs, ...daemons.map(({ running }) => running)]).toEqual([false, false, false, false]);
  });
});
