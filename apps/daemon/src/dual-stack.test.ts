// Both families at once on a real node.

import { skipReason } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUAL, NodeRig } from './testing/node-rig.ts';

const reason = skipReason('chassis');
if (reason) console.info(`skipped: ${reason}`);

let rig: NodeRig;

describe.skipIf(reason)('a dual-stack node', () => {
  beforeAll(async () => {
    rig = await NodeRig.start(DUAL);
    await rig.startDaemon('--service-cluster-ip-range=10.96.0.0/12,fd00:10:96::/112');
    await rig.ready();
  });

  afterAll(async () => {
    await rig?.close();
  });

  test('a pod reaches its gateway, its node and the world by both', async () => {
    const pod = { name: 'dual', ip: '10.16.0.9,fd00:10:16::9', mac: '00:00:00:00:19:09' };
    await rig.createPod(pod);
    const inside = await rig.openPod();
    const answer = await rig.add(pod.name, 'd0d0d0d0d0d0d0d0', inside.path);
    expect(answer.body.ips).toEqual([
      { protocol: 'IPv4', ip: '10.16.0.9', cidr: '10.16.0.0/16', gateway: '10.16.0.1' },
      { protocol: 'IPv6', ip: 'fd00:10:16::9', cidr: 'fd00:10:16::/112', gateway: 'fd00:10:16::1' },
    ]);
    for (const target of ['10.16.0.1', 'fd00:10:16::1', '100.64.0.2', 'fd00:100:64::2', '192.0.2.1', 'fd00:192::1']) {
      await inside.run('ping', '-c1', '-W2', target);
    }
    expect(await rig.node.ip('-6', 'route', 'show', 'fd00:10:16::/112')).toContain(
      'via fd00:100:64::1 dev ovn0 proto static src fd00:192::10',
    );
    expect((await rig.check(pod.name, 'd0d0d0d0d0d0d0d0', inside.path)).status).toBe(204);
    expect((await rig.del(pod.name, 'd0d0d0d0d0d0d0d0')).status).toBe(204);
  });

  test('a pod of one family only', async () => {
    const pod = { name: 'six', ip: 'fd00:10:16::8', mac: '00:00:00:00:19:08' };
    await rig.createPod(pod);
    rig.annotate(pod.name, {
      'ovn.kubernetes.io/cidr': DUAL.pods.cidr,
      'ovn.kubernetes.io/gateway': DUAL.pods.gateway,
    });
    const inside = await rig.openPod();
    const answer = await rig.add(pod.name, 'd1d1d1d1d1d1d1d1', inside.path);
    expect(answer.body.ips).toHaveLength(1);
    await inside.run('ping', '-c1', '-W2', 'fd00:192::1');
  });
});
