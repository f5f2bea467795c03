// A node that others disturb: the daemon killed and started again, the switch restarted, routes, rules and files removed.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { skipReason, waitFor } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { podAnnotations } from './testing/annotations.ts';
import { NODE, NodeRig } from './testing/node-rig.ts';

const reason = skipReason('chassis');
if (reason) console.info(`skipped: ${reason}`);

let rig: NodeRig;

const POD = { name: 'steady', ip: '10.16.2.1', mac: '00:00:00:00:18:01' };
const CONTAINER = 'ddddddddddddeeee';
const HOST = 'dddddddddddd_h';
let inside: Awaited<ReturnType<NodeRig['openPod']>>;

const nft = (...args: string[]) => rig.node.run('nft', ...args);
const condition = () =>
  rig.api.objects
    .get<{ status?: { conditions?: { type: string; status: string }[] } }>('Node', NODE)
    ?.status?.conditions?.find(({ type }) => type === 'NetworkUnavailable');

describe.skipIf(reason)('a node that is disturbed', () => {
  beforeAll(async () => {
    rig = await NodeRig.start();
    await rig.startDaemon('--port-check-interval=1s');
    await rig.ready();
    await rig.createPod(POD);
    inside = await rig.openPod();
    expect((await rig.add(POD.name, CONTAINER, inside.path)).status).toBe(200);
  });

  afterAll(async () => {
    await rig?.close();
  });

  test('a start sets up the node and says so', async () => {
    expect(condition()).toMatchObject({ status: 'False', reason: 'JoinSubnetGatewayReachable' });
    expect(rig.api.objects.get('Node', NODE)?.metadata.annotations).toMatchObject({
      'ovn.kubernetes.io/chassis': NODE,
    });
    expect(await rig.node.ip('route', 'show', '10.16.0.0/16')).toContain(
      'via 100.64.0.1 dev ovn0 proto static src 192.0.2.10',
    );
    expect(await rig.chassis.vsctl('get', 'Open_vSwitch', '.', 'external_ids:ovn-encap-ip')).toContain('198.51.100.10');
    await waitFor('the configuration', () => existsSync(join(rig.confDirectory, '01-kube-ovn.conflist')));
  });

  test('killed and started again, it writes nothing and no packet is lost', async () => {
    const ping = inside.run('ping', '-i0.01', '-c150', '-W1', '-q', '192.0.2.1');
    await waitFor('the event of the pod', () => rig.api.objects.count('events') > 0);
    const before = rig.daemonLog().length;
    const revision = rig.api.revision;
    await rig.killDaemon();
    await rig.startDaemon('--port-check-interval=1s');
    await rig.ready();
    expect(await ping).toContain(' 0% packet loss');
    const log = rig.daemonLog().slice(before);
    expect(log).not.toMatch(/corrected|written/);
    expect(rig.api.revision).toBe(revision);
  });

  test.each([
    [
      'before the port is made',
      async () => rig.createPod({ name: 'cut1', ip: '10.16.2.2', mac: '00:00:00:00:18:02' }, { annotated: false }),
      'cut1',
      '10.16.2.2',
      '00:00:00:00:18:02',
    ],
  ])('killed in the middle of an ADD %s: the next ADD works', async (_when, create, name, ip, mac) => {
    await create();
    const pod = await rig.openPod();
    const pending = rig.add(name, 'cccccccccccc0001', pod.path).catch(() => 'cut');
    await waitFor('the link', async () => (await pod.ip('link')).includes('eth0'));
    await rig.killDaemon();
    expect(await pending).toBe('cut');
    rig.annotate(name, podAnnotations(ip, mac));
    await rig.startDaemon('--port-check-interval=1s');
    await rig.ready();
    expect((await rig.add(name, 'cccccccccccc0001', pod.path)).status).toBe(200);
    await pod.run('ping', '-c1', '-W2', '10.16.0.1');
    expect((await rig.del(name, 'cccccccccccc0001')).status).toBe(204);
  });

  test('killed while OVN binds the port: the next ADD works', async () => {
    const pod = { name: 'cut2', ip: '10.16.2.3', mac: '00:00:00:00:18:03' };
    await rig.createPod(pod);
    const netns = await rig.openPod();
    await rig.chassis.killController();
    const pending = rig.add(pod.name, 'cccccccccccc0002', netns.path).catch(() => 'cut');
    const ports = () => rig.chassis.vsctl('list-ports', 'br-int');
    await waitFor('the port', async () => (await ports()).includes('cccccccccccc_h'));
    await rig.killDaemon();
    expect(await pending).toBe('cut');
    await rig.chassis.restartController();
    await rig.startDaemon('--port-check-interval=1s');
    await rig.ready();
    expect((await rig.add(pod.name, 'cccccccccccc0002', netns.path)).status).toBe(200);
    await netns.run('ping', '-c1', '-W2', '10.16.0.1');
    await rig.del(pod.name, 'cccccccccccc0002');
  });

  test('a lost route is back within a second', async () => {
    await rig.node.ip('route', 'del', '10.16.0.0/16');
    const back = async () => (await rig.node.ip('route', 'show', '10.16.0.0/16')).includes('ovn0');
    await waitFor('the route', back, { timeoutMs: 1_000 });
  });

  test('a new subnet is reachable from the node, a deleted one is not', async () => {
    const routes = () => rig.node.ip('route', 'show', '10.77.0.0/16');
    rig.createSubnet('late', '10.77.0.0/16', { gateway: '10.77.0.1' });
    await waitFor('the route', async () => (await routes()).includes('ovn0'), { timeoutMs: 2_000 });
    await waitFor('the rules', async () =>
      (await nft('list', 'set', 'inet', 'kube-ovn', 'subnets4')).includes('10.77.0.0/16'),
    );
    rig.api.objects.delete('Subnet', 'late');
    await waitFor('no route', async () => (await routes()) === '', { timeoutMs: 2_000 });
  });

  test('the MAC and the address of ovn0 are asserted', async () => {
    await rig.node.ip('link', 'set', 'ovn0', 'address', '00:00:00:00:00:99');
    const mac = async () => (await rig.node.ip('link', 'show', 'ovn0')).includes('00:00:00:00:64:02');
    await waitFor('the MAC', mac, { timeoutMs: 1_000 });
    await rig.node.ip('address', 'flush', 'dev', 'ovn0');
    await waitFor('the address', async () => (await rig.node.ip('address', 'show', 'ovn0')).includes('100.64.0.2'));
    await waitFor('the route', async () => (await rig.node.ip('route', 'show', '10.16.0.0/16')).includes('ovn0'));
  });

  test('flushed rules come back', async () => {
    await nft('flush', 'ruleset');
    await waitFor('the rules', async () => (await nft('list', 'tables')).includes('inet kube-ovn'), {
      timeoutMs: 15_000,
    });
    await inside.run('ping', '-c1', '-W2', '192.0.2.1');
  });

  test('a port that vanished is put back, a foreign one is left alone', async () => {
    await rig.chassis.vsctl('add-port', 'br-int', 'foreign', '--', 'set', 'Interface', 'foreign', 'type=internal');
    await rig.chassis.vsctl('del-port', 'br-int', HOST);
    await waitFor('the pod', () => inside.run('ping', '-c1', '-W1', '10.16.0.1'));
    expect(await rig.chassis.vsctl('list-ports', 'br-int')).toContain('foreign');
    await rig.chassis.vsctl('del-port', 'br-int', 'foreign');
  });

  test('the port of a pod that ended without a DEL is removed', async () => {
    const pod = { name: 'lost', ip: '10.16.2.4', mac: '00:00:00:00:18:04' };
    await rig.createPod(pod);
    const netns = await rig.openPod();
    await rig.add(pod.name, '999999999999ffff', netns.path);
    await netns.close();
    const ports = () => rig.chassis.vsctl('list-ports', 'br-int');
    await waitFor('no port', async () => !(await ports()).includes('999999999999_h'));
    expect(await ports()).toContain(HOST);
  });

  test('a restart of the switch: the node is put right, pods work, new ones come', async () => {
    await rig.chassis.restartVswitchd();
    await waitFor('the node', async () => (await rig.node.ip('route', 'show', '10.16.0.0/16')).includes('ovn0'));
    await waitFor('the pod', () => inside.run('ping', '-c1', '-W1', '192.0.2.1'));
    await rig.ready();
    const pod = { name: 'after', ip: '10.16.2.5', mac: '00:00:00:00:18:05' };
    await rig.createPod(pod);
    const netns = await rig.openPod();
    expect((await rig.add(pod.name, '888888888888ffff', netns.path)).status).toBe(200);
    await netns.run('ping', '-c1', '-W2', POD.ip);
    await rig.del(pod.name, '888888888888ffff');
  });

  test('a lost CNI configuration comes back', async () => {
    rmSync(join(rig.confDirectory, '01-kube-ovn.conflist'));
    await waitFor('the configuration', () => existsSync(join(rig.confDirectory, '01-kube-ovn.conflist')));
  });

  test('a silent join gateway makes the node unavailable, and the daemon goes on', async () => {
    await rig.central.nbctl('lsp-set-type', 'join-ovn-cluster', 'localport');
    const status = () => rig.call('GET', '/api/v1/status');
    await waitFor('status 503', async () => (await status()).status === 503, { timeoutMs: 30_000 });
    expect((await status()).body).toEqual({ code: 50, error: 'the gateway of the join network does not answer' });
    await waitFor('the condition', () => condition()?.status === 'True');
    await rig.central.nbctl('lsp-set-type', 'join-ovn-cluster', 'router');
    await waitFor('status 200', async () => (await status()).status === 200, { timeoutMs: 30_000 });
    await waitFor('the condition', () => condition()?.status === 'False');
  });
});
