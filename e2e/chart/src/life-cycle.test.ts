// Helm's own part of a release's life, against an API server in memory: what is made, kept and taken away. No pods run here;
// the lab's suite `chart` does the same with all of it alive.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiServer, startApiServer } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHART, helmBinary } from './paths.ts';
import { noHelm } from './testing/render.ts';

const KINDS = ['Deployment', 'DaemonSet', 'Service', 'ServiceAccount', 'Role', 'RoleBinding', 'Job'];

describe.skipIf(noHelm)(`a release${noHelm ? ` (${noHelm})` : ''}`, () => {
  let api: ApiServer;
  let folder: string;
  let stopJobs: () => void;

  beforeAll(async () => {
    api = await startApiServer();
    folder = await mkdtemp(join(tmpdir(), 'chart-'));
    await writeFile(join(folder, 'kubeconfig'), api.kubeconfig());
    stopJobs = finishJobs(api);
  });
  afterAll(async () => {
    stopJobs();
    await api.close();
    await rm(folder, { recursive: true });
  });

  async function helm(...args: string[]): Promise<string> {
    const env = { ...process.env, HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') };
    const { stdout } = await promisify(execFile)(helmBinary()!, ['-n', 'kube-system', ...args], { env });
    return stdout;
  }
  const names = (kind: string) =>
    api.objects
      .list(kind)
      .map(({ metadata }) => metadata.name)
      .filter((name) => /^(ov[ns]|kube-ovn)/.test(name));
  const controllerArgs = () => {
    const spec = api.objects.get('Deployment', 'kube-ovn-controller', 'kube-system')?.spec as Template;
    return spec.template.spec.containers[0]?.args ?? [];
  };

  test('without a node for ovn-central nothing is installed', async () => {
    api.objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker' } });
    const refusal = await helm('install', 'kube-ovn', CHART).then(String, (error: Error) => error.message);
    expect(refusal).toContain('masterNodesLabels: 0 nodes have one of the labels');
    expect(names('Deployment')).toEqual([]);
  });

  test('install says what to check', async () => {
    const labels = { 'node-role.kubernetes.io/control-plane': '' };
    api.objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'control', labels } });
    const notes = await helm('install', 'kube-ovn', CHART);
    expect(notes).toContain('rollout status deployment/ovn-central');
    expect(names('Deployment').sort()).toEqual(['kube-ovn-controller', 'ovn-central']);
    expect(names('DaemonSet').sort()).toEqual(['kube-ovn-cni', 'ovs-ovn']);
    expect(api.objects.list('CustomResourceDefinition')).toHaveLength(4);
  });

  test('upgrade brings new values, and definitions that were changed meanwhile', async () => {
    api.objects.patch('CustomResourceDefinition', 'vpcs.kubeovn.io', undefined, {
      spec: { names: { shortNames: ['old'] } },
    });
    await helm('upgrade', 'kube-ovn', CHART, '--set', 'performance.gcInterval=77');
    expect(controllerArgs()).toContain('--gc-interval=77');
    const [vpc] = api.objects
      .list<Definition>('CustomResourceDefinition')
      .filter((one) => one.spec.names.plural === 'vpcs');
    expect(vpc?.spec.names.shortNames).toEqual(['vpc']);
  });

  test('a refused upgrade changes nothing', async () => {
    await expect(helm('upgrade', 'kube-ovn', CHART, '--set', 'features.ENABLE_ANP=true')).rejects.toThrow(
      'not built yet',
    );
    expect(controllerArgs()).toContain('--gc-interval=77');
  });

  test('rollback brings the old values', async () => {
    await helm('rollback', 'kube-ovn', '1');
    expect(controllerArgs()).toContain('--gc-interval=360');
  });

  test('uninstall keeps definitions and nothing else, and the same release installs again', async () => {
    await helm('uninstall', 'kube-ovn', '--timeout', '30s');
    for (const kind of KINDS) expect(names(kind), kind).toEqual([]);
    for (const kind of ['ClusterRole', 'ClusterRoleBinding']) {
      expect(api.objects.list(kind).filter(({ metadata }) => /ov[ns]/.test(metadata.name))).toEqual([]);
    }
    expect(api.objects.list('CustomResourceDefinition')).toHaveLength(4);
    await helm('install', 'kube-ovn', CHART);
    expect(names('DaemonSet').sort()).toEqual(['kube-ovn-cni', 'ovs-ovn']);
  });
});

interface Template {
  readonly template: { readonly spec: { readonly containers: readonly { readonly args?: readonly string[] }[] } };
}

interface Definition {
  readonly spec: { readonly names: { readonly plural: string; readonly shortNames?: readonly string[] } };
}

/** No kubelet runs here: a Job has succeeded as soon as it is made. */
function finishJobs(api: ApiServer): () => void {
  const done = new Set<string>();
  return api.onWrite(() => {
    for (const { metadata } of api.objects.list('Job')) {
      if (done.has(String(metadata.uid))) continue;
      done.add(String(metadata.uid));
      const status = { succeeded: 1, conditions: [{ type: 'Complete', status: 'True' }] };
      setImmediate(() =>
        api.objects.patch('Job', metadata.name, metadata.namespace, { status }, { subresource: 'status' }),
      );
    }
  });
}
