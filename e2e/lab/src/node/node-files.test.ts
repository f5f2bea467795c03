import { describe, expect, test } from 'vitest';
import type { LabOptions } from '../options.ts';
import { clusterPki } from '../pki/cluster-pki.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { mountPlan } from './mount-plan.ts';
import { nodeFiles } from './node-files.ts';
import { nodeServices } from './node-services.ts';
import { runScript } from './service.ts';

const OPTIONS: LabOptions = { nodes: 2, stack: 'dual', network: 'kube-ovn', kubeProxy: true };

function services(options: Partial<LabOptions>, index: number): Record<string, readonly string[]> {
  const plan = clusterPlan({ ...OPTIONS, ...options });
  return Object.fromEntries(nodeServices(plan, plan.nodeList[index]!).map(({ name, command }) => [name, command]));
}

describe('programs', () => {
  test('the control plane has all, a worker only its own', () => {
    expect(Object.keys(services({}, 0))).toEqual([
      'etcd',
      'kube-apiserver',
      'kube-controller-manager',
      'kube-scheduler',
      'containerd',
      'kubelet',
      'kube-proxy',
    ]);
    expect(Object.keys(services({ kubeProxy: false }, 1))).toEqual(['containerd', 'kubelet']);
  });

  test.each([
    ['ipv4', '--node-ip=172.18.0.3', '--service-cluster-ip-range=10.96.0.0/12', '--advertise-address=172.18.0.2'],
    [
      'ipv6',
      '--node-ip=fd00:172:18::3',
      '--service-cluster-ip-range=fd00:10:96::/112',
      '--advertise-address=fd00:172:18::2',
    ],
    [
      'dual',
      '--node-ip=172.18.0.3,fd00:172:18::3',
      '--service-cluster-ip-range=10.96.0.0/12,fd00:10:96::/112',
      '--advertise-address=172.18.0.2',
    ],
  ] as const)('%s', (stack, nodeIp, range, advertise) => {
    expect(services({ stack }, 1).kubelet).toContain(nodeIp);
    const api = services({ stack }, 0)['kube-apiserver'];
    expect(api).toContain(range);
    expect(api).toContain(advertise);
  });

  test('only the stand-in network lets Kubernetes hand out addresses to nodes', () => {
    expect(services({}, 0)['kube-controller-manager']).toContain('--allocate-node-cidrs=false');
    expect(services({ network: 'ptp' }, 0)['kube-controller-manager']).toContain('--allocate-node-cidrs=true');
  });

  test('a program waits for what it needs, and its words are quoted where a shell would read them', () => {
    const script = runScript({ name: 'x', command: ['x', '--a=*,b', '--c=1'], after: '/run/y.sock' });
    expect(script).toContain('while ! [ -S /run/y.sock ]');
    expect(script).toContain("exec x '--a=*,b' --c=1\n");
  });
});

test('secrets of the control plane lie on no worker', () => {
  const plan = clusterPlan(OPTIONS);
  const pki = clusterPki(plan);
  const [first, worker] = plan.nodeList.map((node) => nodeFiles(plan, node, pki).map(({ path }) => path));
  expect(first).toEqual(expect.arrayContaining(['etc/kubernetes/pki/ca.key', 'etc/service/etcd/run']));
  expect(worker).not.toContain('etc/kubernetes/pki/ca.key');
  expect(worker).not.toContain('etc/kubernetes/admin.conf');
  expect(worker).toContain('etc/kubernetes/kubelet.conf');
});

describe('mounts', () => {
  const setup = { name: 'a', netns: '/n', cgroup: 'c', disk: '/d', lower: '/l', programs: '/p' };

  test('version 1 control groups are mounted one by one, below a folder', () => {
    const steps = mountPlan(setup, [
      { path: '/sys/fs/cgroup/memory', version: 1, options: 'memory' },
      { path: '/sys/fs/cgroup/unified', version: 2, options: '' },
    ]);
    expect(steps).toContainEqual({ mount: ['-t', 'cgroup', '-o', 'memory', 'cgroup', '/d/root/sys/fs/cgroup/memory'] });
    expect(steps).toContainEqual({ mount: ['-t', 'cgroup2', 'cgroup', '/d/root/sys/fs/cgroup/unified'] });
  });

  test('version 2 is one mount', () => {
    const steps = mountPlan(setup, [{ path: '/sys/fs/cgroup', version: 2, options: '' }]);
    expect(steps).toContainEqual({ mount: ['-t', 'cgroup2', 'cgroup2', '/d/root/sys/fs/cgroup'] });
  });

  test('the root comes first: everything else lies below it', () => {
    const [first] = mountPlan(setup, []);
    expect(first).toEqual({
      mount: ['-t', 'overlay', '-o', 'lowerdir=/l,upperdir=/d/upper,workdir=/d/work', 'node-a', '/d/root'],
    });
  });
});
