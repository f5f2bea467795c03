// A run of the real programs against an API server that notes each request: the controller with its lease, its certificates and
// objects of all kinds coming and going, the daemon on a node with pods, and the uninstallation.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crdManifests } from '@kube-ovn/crds';
import { NODE, NodeRig } from '@kube-ovn/daemon/testing/node-rig';
import { type ApiServer, openRunDirectory, startApiServer, startOvsdb, waitFor } from '@kube-ovn/testkit';
import { ROOT } from '../paths.ts';
import { type Permission, permission } from './permission.ts';

export type Recorded = Readonly<Record<string, readonly Permission[]>>;

const ACCOUNTS: Readonly<Record<string, string>> = {
  'kube-ovn-controller': 'ovn',
  'kube-ovn-daemon': 'kube-ovn-cni',
  'kube-ovn-uninstall': 'kube-ovn-uninstall',
};

export async function recordedRun(): Promise<Recorded> {
  const [first, second] = [await controllerRun(), await daemonRun()];
  const found = new Map<string, Set<Permission>>();
  for (const { userAgent, ...asked } of [...first, ...second]) {
    const account = ACCOUNTS[userAgent.split('/')[0] ?? ''];
    if (account === undefined) continue;
    found.set(account, (found.get(account) ?? new Set()).add(permission(asked)));
  }
  return Object.fromEntries([...found].sort().map(([account, all]) => [account, [...all].sort()]));
}

type Requests = ApiServer['requests'];

async function controllerRun(): Promise<Requests> {
  const run = openRunDirectory();
  const api = await startApiServer({ crds: crdManifests() });
  const northbound = await startOvsdb({ schema: 'OVN_Northbound', name: 'nb', runDirectory: run });
  const kubeconfig = join(run.path, 'kubeconfig');
  writeFileSync(kubeconfig, api.kubeconfig());
  const log = openSync(join(run.path, 'programs.log'), 'a');
  const program = (...args: string[]) =>
    spawn(process.execPath, [join(ROOT, 'apps/controller/src/main.ts'), ...args, `--kubeconfig=${kubeconfig}`], {
      env: { ...process.env, POD_NAME: 'controller-1', POD_NAMESPACE: 'kube-system', ENABLE_SSL: 'true' },
      stdio: ['ignore', log, log],
    });
  let controller: ReturnType<typeof program> | undefined;
  try {
    furnish(api);
    controller = program(`--ovn-nb-addr=${northbound.endpoint}`, '--pprof-port=10960', '--gc-interval=1');
    const value = (kind: string, name: string, namespace?: string) => api.objects.get(kind, name, namespace);
    await waitFor(
      'addresses',
      () => value('IP', 'p.default') !== undefined && value('IP', 'web-0.default') !== undefined,
    );
    await waitFor('certificates', () => value('Secret', 'kube-ovn-tls', 'kube-system') !== undefined);
    await waitFor('a complaint', () =>
      api.requests.some(({ verb, resource }) => verb === 'create' && resource === 'events'),
    );
    await waitFor(
      'annotations',
      () => value('Pod', 'stays', 'default')?.metadata.annotations?.['ovn.kubernetes.io/allocated'] === 'true',
    );
    // Equal complaints are counted on the event.
    for (let n = 0; n < 3; n++) {
      api.objects.patch('Subnet', 'bad', undefined, { spec: { gateway: `10.0.0.${n}` } });
    }
    for (const [kind, name, namespace] of [
      ['IPPool', 'pool'],
      ['Pod', 'p', 'default'],
      ['StatefulSet', 'web', 'default'],
      ['Pod', 'web-0', 'default'],
      ['Subnet', 'extra'],
      ['Vpc', 'own'],
    ] as const) {
      api.objects.delete(kind, name, namespace, { gracePeriodSeconds: 0 });
    }
    await waitFor(
      'released addresses',
      () => value('IP', 'p.default') === undefined && value('IP', 'web-0.default') === undefined,
    );
    await waitFor(
      'a gone pool',
      () =>
        value('IPPool', 'pool') === undefined &&
        value('Subnet', 'extra') === undefined &&
        value('Vpc', 'own') === undefined,
    );
    controller.kill('SIGTERM');
    await once(controller, 'exit');
    const uninstall = program('uninstall', '--wait=1s', '--nodes-daemonset=kube-ovn-uninstall');
    const [code] = await once(uninstall, 'exit');
    if (code !== 0) throw new Error(`uninstall has ended with ${code}`);
    return api.requests;
  } catch (error) {
    const tail = readFileSync(join(run.path, 'programs.log'), 'utf8').slice(-2_000);
    throw new Error(`the recorded run has failed\n${tail}`, { cause: error });
  } finally {
    controller?.kill('SIGKILL');
    await northbound.stop();
    await api.close();
    run.remove();
  }
}

function furnish({ objects }: ApiServer): void {
  objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: NODE } });
  const addresses = [{ type: 'InternalIP', address: '192.0.2.10' }];
  objects.patch('Node', NODE, undefined, { status: { addresses } }, { subresource: 'status' });
  const custom = (kind: string, name: string, spec: object) =>
    objects.create({ apiVersion: 'kubeovn.io/v1', kind, metadata: { name }, spec });
  custom('Vpc', 'own', {});
  custom('Subnet', 'extra', { cidrBlock: '10.30.0.0/24', vpc: 'own' });
  custom('Subnet', 'bad', { cidrBlock: '10.30.0.0/25', vpc: 'own' });
  custom('IPPool', 'pool', { subnet: 'extra', ips: ['10.30.0.10..10.30.0.20'] });
  custom('IPPool', 'stays', { subnet: 'extra', ips: ['10.30.0.30'] });
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  objects.create({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 1, serviceName: 'web', selector: { matchLabels: { a: 'b' } }, template },
  });
  const pod = (name: string, owner?: string) =>
    objects.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace: 'default',
        ...(owner && {
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              kind: 'StatefulSet',
              name: owner,
              uid: String(objects.get('StatefulSet', owner, 'default')?.metadata.uid),
              controller: true,
            },
          ],
        }),
      },
      spec: { nodeName: NODE, containers: [{ name: 'c', image: 'i' }] },
    });
  pod('p');
  pod('stays');
  pod('web-0', 'web');
}

async function daemonRun(): Promise<Requests> {
  const rig = await NodeRig.start();
  try {
    await rig.startDaemon();
    await rig.ready();
    const pod = await rig.openPod();
    await rig.createPod({ name: 'p', ip: '10.16.0.10', mac: '00:00:00:00:16:10' });
    const added = await rig.add('p', 'abcdef0123456789', pod.path);
    if (added.status !== 200) throw new Error(`ADD: ${added.body.error}`);
    await rig.add('p', 'ffffff0123456789', '/proc/1/ns/none');
    await rig.add('nobody', 'eeeeee0123456789', pod.path);
    await waitFor('a complaint', () => rig.api.requests.some(({ resource }) => resource === 'events'));
    await rig.del('p', 'abcdef0123456789', pod.path);
    await waitFor('the condition of the node', () =>
      rig.api.requests.some(({ subresource }) => subresource === 'status'),
    );
    return rig.api.requests;
  } finally {
    await rig.close();
  }
}
