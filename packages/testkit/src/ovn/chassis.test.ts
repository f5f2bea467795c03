import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachPod } from './attach-pod.ts';
import { type Central, startCentral } from './central.ts';
import { type Chassis, startChassis } from './chassis.ts';
import { type Fabric, openFabric } from './fabric.ts';
import { type NetworkNamespace, openNetworkNamespace } from './network-namespace.ts';
import { openRunDirectory } from './run-directory.ts';
import { skipReason } from './skip-reason.ts';
import { waitFor } from './wait-for.ts';

const reason = skipReason('chassis');
if (reason) console.warn(`skipped: ${reason}`);

const PODS = [
  { port: 'pod1', mac: '02:00:00:00:00:01', addresses: ['10.1.0.1/24', 'fd00:1::1/64'] },
  { port: 'pod2', mac: '02:00:00:00:00:02', addresses: ['10.1.0.2/24', 'fd00:1::2/64'] },
] as const;

describe.skipIf(reason)('two chassis in two network namespaces', () => {
  const run = openRunDirectory();
  let fabric: Fabric;
  let central: Central;
  const nodes: NetworkNamespace[] = [];
  const pods: NetworkNamespace[] = [];
  const chassis: Chassis[] = [];

  beforeAll(async () => {
    fabric = await openFabric(['192.0.2.1/24']);
    central = await startCentral({ tcp: '192.0.2.1', netns: fabric.namespace.path, runDirectory: run });
    await central.nbctl('ls-add', 'ls1');
    for (const [index, pod] of PODS.entries()) {
      const node = await openNetworkNamespace();
      nodes.push(node);
      pods.push(await openNetworkNamespace());
      await fabric.connect(node, { device: 'eth1', addresses: [`192.0.2.1${index}/24`] });
      chassis.push(
        await startChassis({
          name: `node${index + 1}`,
          netns: node.path,
          sbRemote: central.sb.tcpEndpoints[0]!,
          encapIp: `192.0.2.1${index}`,
          tunnelDevice: 'eth1',
          runDirectory: run,
        }),
      );
      await attachPod(chassis[index]!, node, pods[index]!, 'pod_h', pod);
      const addresses = [pod.mac, ...pod.addresses.map((address) => address.split('/')[0])].join(' ');
      await central.nbctl('lsp-add', 'ls1', pod.port, '--', 'lsp-set-addresses', pod.port, addresses);
    }
    await central.waitChassis();
  });
  afterAll(async () => {
    for (const node of chassis) await node.stop();
    await central?.stop();
    for (const namespace of [...pods, ...nodes]) await namespace.close();
    await fabric?.close();
    run.remove();
  });

  test('both are registered with their tunnel address', async () => {
    const encaps = await central.sbctl('--bare', '--columns=chassis_name,ip,type', 'find', 'Encap');
    expect(encaps).toContain('node1\n192.0.2.10\ngeneve');
    expect(encaps).toContain('node2\n192.0.2.11\ngeneve');
  });

  test('pods reach each other through geneve, in both families', async () => {
    await ping(pods[0]!, '10.1.0.2');
    await ping(pods[0]!, 'fd00:1::2');
    expect(await chassis[0]!.vsctl('--bare', '--columns=type', 'find', 'Interface', 'type=geneve')).toBe('geneve');
  });

  test('a killed switch comes back', async () => {
    await chassis[1]!.killVswitchd();
    expect(chassis[1]!.vswitchd.running).toBe(false);
    await chassis[1]!.restartVswitchd();
    await ping(pods[0]!, '10.1.0.2');
  });

  test('a node comes back from a power cut', async () => {
    await chassis[0]!.kill();
    await chassis[0]!.restart();
    await ping(pods[1]!, '10.1.0.1');
  });
});

// The first packet to a tunnel's far end is lost while the userspace switch asks for its MAC address.
function ping(from: NetworkNamespace, address: string): Promise<boolean> {
  return waitFor(`ping to ${address}`, () => from.run('ping', '-c', '1', '-W', '0.2', address).then(() => true));
}
