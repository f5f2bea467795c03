// CNI calls against a real node: databases, switch, ovn-controller and kernel are real, only the API server is in memory.

import { rmSync } from 'node:fs';
import { skipReason, waitFor } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { podAnnotations } from './testing/annotations.ts';
import { NodeRig } from './testing/node-rig.ts';

const reason = skipReason('chassis');
if (reason) console.info(`skipped: ${reason}`);

let rig: NodeRig;
let counter = 0;

/** Addresses, names and container ids that no other test has. */
function freshPod() {
  const n = ++counter;
  const hex = n.toString(16).padStart(2, '0');
  return {
    name: `pod${n}`,
    ip: `10.16.1.${n}`,
    mac: `00:00:00:00:17:${hex}`,
    container: `${hex.repeat(8)}c0ffee`,
    host: `${hex.repeat(6)}_h`,
  };
}

const ports = async () => (await rig.chassis.vsctl('list-ports', 'br-int')).trim().split('\n');
const links = async () =>
  (JSON.parse(await rig.node.ip('-json', 'link')) as { ifname: string }[]).map(({ ifname }) => ifname);
const ids = async (name: string) =>
  Object.fromEntries(
    (await rig.chassis.vsctl('--bare', '--columns=external_ids', 'list', 'Interface', name))
      .trim()
      .split(' ')
      .map((pair) => pair.split('=')),
  ) as Record<string, string>;

describe.skipIf(reason)('CNI calls on a real node', () => {
  beforeAll(async () => {
    rig = await NodeRig.start();
    await rig.startDaemon();
    await rig.ready();
  });

  afterAll(async () => {
    await rig?.close();
  });

  test('ADD gives a pod whose traffic works, DEL leaves nothing', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod);
    const inside = await rig.openPod();
    const answer = await rig.add(pod.name, container, inside.path);
    expect(answer).toEqual({
      status: 200,
      body: {
        ips: [{ protocol: 'IPv4', ip: pod.ip, cidr: '10.16.0.0/16', gateway: '10.16.0.1' }],
        mac_address: pod.mac,
        routes: expect.arrayContaining([
          { dst: '0.0.0.0/0', gw: '10.16.0.1' },
          { dst: '10.16.0.0/16', gw: '' },
        ]),
        mtu: 1400,
        nicname: 'eth0',
      },
    });
    await inside.run('ping', '-c1', '-W2', '10.16.0.1');
    await inside.run('ping', '-c1', '-W2', '100.64.0.2');
    // Nobody out there has a route back to pods: the answer can only come to the address of the node.
    await inside.run('ping', '-c1', '-W2', '192.0.2.1');
    expect(await ids(host)).toMatchObject({
      'iface-id': `${pod.name}.default`,
      vendor: 'kube-ovn',
      pod_name: pod.name,
      pod_namespace: 'default',
      pod_netns: inside.path,
      ip: pod.ip,
      'ovn-installed': 'true',
    });
    expect((await rig.check(pod.name, container, inside.path)).status).toBe(204);

    expect(await rig.del(pod.name, container, inside.path)).toEqual({ status: 204, body: {} });
    expect(await ports()).not.toContain(host);
    expect(await links()).not.toContain(host);
    expect((await rig.check(pod.name, container, inside.path)).body.code).toBe('ERR_CNI_CHECK_FAILED');
  });

  test('ADD again is the same pod again; DEL without a namespace and DEL of nothing work', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod);
    const inside = await rig.openPod();
    const first = await rig.add(pod.name, container, inside.path);
    const second = await rig.add(pod.name, container, inside.path);
    expect(second).toEqual(first);
    expect((await ports()).filter((name) => name === host)).toHaveLength(1);
    expect((await rig.del(pod.name, container)).status).toBe(204);
    expect(await links()).not.toContain(host);
    expect((await rig.del(pod.name, container)).status).toBe(204);
    expect((await rig.del('nobody', 'feedfeedfeedfeed')).status).toBe(204);
  });

  test('an ADD waits for the controller', async () => {
    const { container, host: _host, ...pod } = freshPod();
    await rig.createPod(pod, { annotated: false });
    const inside = await rig.openPod();
    const pending = rig.add(pod.name, container, inside.path);
    await waitFor('the link made ahead', async () => (await inside.ip('link')).includes('eth0'));
    rig.annotate(pod.name, podAnnotations(pod.ip, pod.mac));
    expect((await pending).status).toBe(200);
  });

  test('a newer sandbox wins over a waiting one, which leaves nothing behind', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod, { annotated: false });
    const [before, after] = [await rig.openPod(), await rig.openPod()];
    const older = rig.add(pod.name, container, before.path);
    await waitFor('the older link', async () => (await links()).includes(host));
    const newer = rig.add(pod.name, 'bbbbbbbbbbbbbbbb', after.path);
    expect((await older).body.code).toBe('ERR_CNI_SUPERSEDED');
    rig.annotate(pod.name, podAnnotations(pod.ip, pod.mac));
    expect((await newer).status).toBe(200);
    expect(await links()).not.toContain(host);
    await after.run('ping', '-c1', '-W2', '10.16.0.1');
    await rig.del(pod.name, 'bbbbbbbbbbbbbbbb');
  });

  test('a newer sandbox takes the port of a finished one', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod);
    const [before, after] = [await rig.openPod(), await rig.openPod()];
    expect((await rig.add(pod.name, container, before.path)).status).toBe(200);
    expect((await rig.add(pod.name, 'abababababababab', after.path)).status).toBe(200);
    expect(await ids(host)).not.toHaveProperty('iface-id');
    await after.run('ping', '-c1', '-W2', '10.16.0.1');
    // The DEL of the old sandbox comes late and must not touch the new one.
    await rig.del(pod.name, container);
    await after.run('ping', '-c1', '-W2', '10.16.0.1');
    await rig.del(pod.name, 'abababababababab');
  });

  test('an ADD of a pod that was replaced is refused', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod);
    const inside = await rig.openPod();
    const answer = await rig.add(pod.name, container, inside.path, { pod_uid: 'not-this-one' });
    expect(answer).toMatchObject({ status: 500, body: { code: 'ERR_CNI_POD_REPLACED' } });
    expect(await links()).not.toContain(host);
  });

  test('a runtime that gives up cancels its ADD', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod, { annotated: false });
    const inside = await rig.openPod();
    const giveUp = new AbortController();
    const pending = rig.add(pod.name, container, inside.path, {}, giveUp.signal).catch(() => 'gone');
    await waitFor('the link', async () => (await links()).includes(host));
    giveUp.abort();
    expect(await pending).toBe('gone');
    await waitFor('no link', async () => !(await links()).includes(host));
  });

  test('a DEL ends the ADD of its container', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod, { annotated: false });
    const inside = await rig.openPod();
    const pending = rig.add(pod.name, container, inside.path);
    await waitFor('the link', async () => (await links()).includes(host));
    expect((await rig.del(pod.name, container)).status).toBe(204);
    expect((await pending).status).toBe(500);
    expect(await links()).not.toContain(host);
  });

  test('a pod that vanishes while it waits fails its ADD at once', async () => {
    const { container, host, ...pod } = freshPod();
    await rig.createPod(pod, { annotated: false });
    const inside = await rig.openPod();
    const pending = rig.add(pod.name, container, inside.path);
    await waitFor('the link', async () => (await links()).includes(host));
    rig.api.objects.delete('Pod', pod.name, 'default', { gracePeriodSeconds: 0 });
    expect((await pending).body.code).toBe('ERR_CNI_POD_NOT_FOUND');
    expect(await links()).not.toContain(host);
  });

  test('bad requests and unknown providers are the caller’s fault', async () => {
    expect(await rig.call('POST', '/api/v1/add', { pod_name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'ERR_CNI_REQUEST_INVALID', error: expect.stringContaining('container_id') },
    });
    const answer = await rig.add('x', 'cafecafecafecafe', '/proc/self/ns/net', { provider: 'nad1.default.ovn' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_CNI_PROVIDER_UNBOUND' } });
    expect((await rig.add('nobody', 'cafecafecafecafe', '/x')).body.code).toBe('ERR_CNI_POD_NOT_FOUND');
  });

  test('routes of annotations and of the configuration; a bad one is skipped', async () => {
    const { container, host: _host, ...pod } = freshPod();
    await rig.createPod(pod);
    const routes = JSON.stringify([
      { dst: '10.99.0.0/16', gw: '10.16.0.9' },
      { dst: '10.98.0.0/16', gw: '203.0.113.1' },
    ]);
    rig.annotate(pod.name, { 'ovn.kubernetes.io/routes': routes });
    const inside = await rig.openPod();
    const answer = await rig.add(pod.name, container, inside.path, {
      routes: [{ dst: '10.97.0.0/16', gw: '10.16.0.8' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.routes).toEqual(
      expect.arrayContaining([
        { dst: '10.99.0.0/16', gw: '10.16.0.9' },
        { dst: '10.97.0.0/16', gw: '10.16.0.8' },
      ]),
    );
    expect(JSON.stringify(answer.body.routes)).not.toContain('10.98');
    await rig.del(pod.name, container);
  });

  test('another holder of the address is found: in time it fails the ADD, later it is told', async () => {
    const [holder, victim] = [freshPod(), freshPod()];
    await rig.createPod({ name: holder.name, ip: holder.ip, mac: holder.mac });
    // OVN knows nothing of the address that this one has given itself.
    await rig.central.nbctl('lsp-set-addresses', `${holder.name}.default`, 'unknown');
    const rogue = await rig.openPod();
    expect((await rig.add(holder.name, holder.container, rogue.path)).status).toBe(200);
    await rogue.ip('address', 'add', `${victim.ip}/16`, 'dev', 'eth0');
    await rig.createPod({ name: victim.name, ip: victim.ip, mac: victim.mac });
    const answer = await rig.add(victim.name, victim.container, (await rig.openPod()).path);
    const told = () =>
      JSON.stringify(rig.api.objects.list('events')).includes(
        `IP address ${victim.ip} has already been used by host with MAC ${holder.mac}`,
      );
    await waitFor('the event', told);
    if (answer.status !== 200) expect(answer.body.code).toBe('ERR_CNI_ADDRESS_CONFLICT');
  });

  test('GC removes what the runtime does not know, of its own network only', async () => {
    const [kept, lost] = [freshPod(), freshPod()];
    for (const { container, host: _host, ...pod } of [kept, lost]) {
      await rig.createPod(pod);
      expect((await rig.add(pod.name, container, (await rig.openPod()).path)).status).toBe(200);
    }
    const body = { cni_type: 'kube-ovn', valid_attachments: [{ container_id: kept.container, if_name: 'eth0' }] };
    await rig.call('POST', '/api/v1/gc', { ...body, provider: 'other.default.ovn', valid_attachments: [] });
    expect(await ports()).toEqual(expect.arrayContaining([kept.host, lost.host]));
    expect((await rig.call('POST', '/api/v1/gc', { ...body, provider: 'ovn' })).status).toBe(204);
    expect(await ports()).toContain(kept.host);
    expect(await ports()).not.toContain(lost.host);
    expect(await links()).not.toContain(lost.host);
  });

  test('the socket comes back when its file vanishes', async () => {
    rmSync(rig.socket);
    await waitFor('a new socket', async () => (await rig.call('GET', '/api/v1/status')).status === 200);
  });

  test('pods are told what happened', async () => {
    const { container, host: _host, ...pod } = freshPod();
    await rig.createPod(pod);
    const inside = await rig.openPod();
    await rig.add(pod.name, container, inside.path);
    const events = () =>
      rig.api.objects.list<{ involvedObject: { name: string }; reason: string; message: string }>('events');
    const event = await waitFor('the event', () =>
      events().find(({ involvedObject }) => involvedObject.name === pod.name),
    );
    expect(event).toMatchObject({
      reason: 'PodNetworkConfigured',
      message: `subnet=ovn-default ip=${pod.ip} mac=${pod.mac} provider=ovn interface=eth0 node=node1`,
    });
  });

  test('many pods at once', async () => {
    const pods = Array.from({ length: 20 }, freshPod);
    for (const { container: _container, host: _host, ...pod } of pods) await rig.createPod(pod);
    const insides = await Promise.all(pods.map(() => rig.openPod()));
    const answers = await Promise.all(pods.map((pod, i) => rig.add(pod.name, pod.container, insides[i]!.path)));
    expect(answers.map(({ status }) => status)).toEqual(pods.map(() => 200));
    await Promise.all(pods.map((pod) => rig.del(pod.name, pod.container)));
    const left = await ports();
    for (const { host } of pods) expect(left).not.toContain(host);
  });
});
