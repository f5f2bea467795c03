// Short spellings of API objects for tests.

import type { KubeObject } from '@kube-ovn/kube';

type Texts = Readonly<Record<string, string>>;

export function vpc(name: string, spec: object = {}): KubeObject {
  return { apiVersion: 'kubeovn.io/v1', kind: 'Vpc', metadata: { name }, spec };
}

export function subnet(name: string, cidrBlock: string, spec: object = {}): KubeObject {
  return { apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata: { name }, spec: { cidrBlock, ...spec } };
}

export function ipPool(
  name: string,
  subnetName: string,
  ips: readonly string[],
  namespaces: readonly string[] = [],
  spec: object = {},
): KubeObject {
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'IPPool',
    metadata: { name },
    spec: { subnet: subnetName, ips, namespaces, ...spec },
  };
}

export function ip(name: string, spec: object): KubeObject {
  return { apiVersion: 'kubeovn.io/v1', kind: 'IP', metadata: { name }, spec };
}

export function namespace(name: string, labels: Texts = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

export function node(name: string, ...addresses: readonly string[]): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      addresses: addresses.map((address) => ({ type: 'InternalIP', address })),
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

interface PodOptions {
  readonly namespace?: string;
  readonly node?: string;
  readonly annotations?: Texts;
  readonly statefulSet?: string;
  readonly spec?: object;
  readonly status?: object;
}

export function pod(name: string, options: PodOptions = {}): KubeObject {
  const { namespace: ns = 'default', annotations, statefulSet } = options;
  const ownerReferences =
    statefulSet === undefined
      ? undefined
      : [
          {
            apiVersion: 'apps/v1',
            kind: 'StatefulSet',
            name: statefulSet,
            uid: `uid-${statefulSet}`,
            controller: true,
          },
        ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: ns,
      annotations: annotations === undefined ? undefined : { ...annotations },
      ownerReferences,
    },
    spec: { nodeName: options.node, containers: [], ...options.spec },
    status: options.status ?? {},
  };
}

export function statefulSet(
  name: string,
  replicas: number,
  templateAnnotations: Texts = {},
  ns = 'default',
): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace: ns, uid: `uid-${name}` },
    spec: { replicas, template: { metadata: { annotations: templateAnnotations } } },
  };
}

/** What every cluster has: the default VPC, the join and the default subnet, a namespace and a node. */
export function basics(family: 'v4' | 'v6' | 'dual' = 'dual'): KubeObject[] {
  const pick = (v4: string, v6: string) => (family === 'v4' ? v4 : family === 'v6' ? v6 : `${v4},${v6}`);
  return [
    vpc('ovn-cluster'),
    subnet('join', pick('100.64.0.0/16', 'fd00:100:64::/112')),
    subnet('ovn-default', pick('10.16.0.0/16', 'fd00:10:16::/112'), { default: true, natOutgoing: true }),
    namespace('default'),
    node('node1', ...pick('172.18.0.2', 'fd00:172:18::2').split(',')),
  ];
}
