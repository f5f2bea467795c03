import { crdManifests, FINALIZER } from '@kube-ovn/crds';
import { KubeClient } from '@kube-ovn/kube';
import { type ApiServer, startApiServer } from '@kube-ovn/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UninstallConfig } from './config.ts';
import { uninstall } from './uninstall.ts';

let api: ApiServer;
let client: KubeClient;
const said: string[] = [];
const notes = { info: (text: string) => said.push(text), warn: (text: string) => said.push(`! ${text}`) };
const options = { namespace: 'kube-system', nodesDaemonSet: '', wait: 1_000, kubeconfig: '' } as UninstallConfig;

beforeAll(async () => {
  api = await startApiServer({ crds: crdManifests() });
  client = new KubeClient({ server: api.url });
});
afterAll(async () => {
  client.close();
  await api.close();
});

test('our marks go, those of others stay, and a second run finds nothing to do', async () => {
  api.objects.create({
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: { name: 's', finalizers: [FINALIZER, 'example.com/other'] },
    spec: { cidrBlock: '10.1.0.0/24', protocol: 'IPv4' },
  });
  api.objects.create({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'n', annotations: { 'ovn.kubernetes.io/cidr': '10.1.0.0/24', other: 'x' } },
  });
  api.objects.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'kube-ovn-tls', namespace: 'kube-system' },
  });
  await uninstall(client, options, notes, new AbortController().signal);
  const subnet = await client.get(
    { group: 'kubeovn.io', version: 'v1', plural: 'subnets', kind: 'Subnet', namespaced: false },
    's',
  );
  const namespace = await client.get(
    { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
    'n',
  );
  expect(subnet.ok && subnet.value.metadata.finalizers).toEqual(['example.com/other']);
  expect(namespace.ok && namespace.value.metadata.annotations).toEqual({ other: 'x' });
  expect(said).toEqual([
    'the programs have ended',
    'subnets: 1 objects cleaned',
    'namespaces: 1 objects cleaned',
    'Secret kube-ovn-tls deleted',
  ]);
  said.length = 0;
  await uninstall(client, options, notes, new AbortController().signal);
  expect(said).toEqual(['the programs have ended']);
});

test('a pod that does not end is named, and the rest is done', async () => {
  api.objects.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'stuck', namespace: 'kube-system', labels: { app: 'kube-ovn-controller' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
  said.length = 0;
  await uninstall(client, options, notes, new AbortController().signal);
  expect(said).toEqual(['! going on although not yet the programs have ended: stuck']);
});

test('a network that is installed is left alone', async () => {
  api.objects.create({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'ovs-ovn', namespace: 'kube-system' },
    spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: {} } },
  });
  said.length = 0;
  await uninstall(client, options, notes, new AbortController().signal);
  expect(said).toEqual(['! nothing is uninstalled: DaemonSet ovs-ovn is there']);
  api.objects.delete('DaemonSet', 'ovs-ovn', 'kube-system');
});

test('nodes are labelled for the DaemonSet as long as it works', async () => {
  api.objects.delete('Pod', 'stuck', 'kube-system', { gracePeriodSeconds: 0 });
  api.objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } });
  const labels = () => api.objects.get('Node', 'a')?.metadata.labels ?? {};
  api.objects.create({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'cleaner', namespace: 'kube-system' },
    spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: {} } },
  });
  const seen: object[] = [];
  const stop = api.onWrite(() => {
    if (labels()['ovn.kubernetes.io/uninstall'] === undefined || seen.length > 0) return;
    seen.push(labels());
    const status = { numberReady: 1 };
    setImmediate(() => api.objects.patch('DaemonSet', 'cleaner', 'kube-system', { status }, { subresource: 'status' }));
  });
  said.length = 0;
  await uninstall(client, { ...options, nodesDaemonSet: 'cleaner' }, notes, new AbortController().signal);
  stop();
  expect(seen).toEqual([{ 'ovn.kubernetes.io/uninstall': 'true' }]);
  expect(said).toContain('the nodes are clean');
  expect(labels()).toEqual({});
});
