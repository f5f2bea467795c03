// What runs in the sandbox: eight pods in two namespaces. One namespace has a subnet of its own, without NAT, and a
// StatefulSet; one pod has a fixed address; two live in a VPC of their own that has the very CIDR of that subnet.

import type { AddressPlan } from '../network/address-plan.ts';

const KUBE_OVN = 'kubeovn.io/v1';
const SHOP = 'shop';
const DATA = 'data';
const ISLAND = 'island';
const BEACH = 'beach';
const ANNOTATION = 'ovn.kubernetes.io';

/** What pods need to be there first: namespaces, VPC, subnets. In the order in which they are created. */
export function networks(plan: AddressPlan): object[] {
  return [
    namespace(SHOP),
    namespace(DATA),
    { apiVersion: KUBE_OVN, kind: 'Vpc', metadata: { name: ISLAND }, spec: {} },
    subnet(DATA, plan, { vpc: 'ovn-cluster', namespaces: [DATA], natOutgoing: false }),
    subnet(BEACH, plan, { vpc: ISLAND }),
  ];
}

/** Subnets of `networks`. */
export const SUBNETS: readonly string[] = [DATA, BEACH];

export function pods(plan: AddressPlan): object[] {
  const nodes = plan.nodes.map(({ name }) => name);
  const controlPlane = nodes[0]!;
  const [one, other = controlPlane] = nodes.slice(1) as [string, string?];
  return [
    pod('front-1', one),
    pod('front-2', one),
    pod('front-3', other),
    pod('fixed', controlPlane, { ip_address: plan.fixed }),
    pod('robinson', one, { logical_switch: BEACH }),
    pod('friday', other, { logical_switch: BEACH }),
    statefulSet(),
  ];
}

/** Number of pods that `pods` leads to. */
export const POD_COUNT = 8;

function namespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function subnet(name: string, plan: AddressPlan, spec: object): object {
  const protocol = plan.stack === 'dual' ? 'Dual' : plan.families.includes(4) ? 'IPv4' : 'IPv6';
  return {
    apiVersion: KUBE_OVN,
    kind: 'Subnet',
    metadata: { name },
    spec: { protocol, cidrBlock: plan.cidrs.data, gatewayType: 'distributed', ...spec },
  };
}

function pod(name: string, nodeName: string, annotations: Record<string, string> = {}): object {
  const prefixed = Object.entries(annotations).map(([key, value]) => [`${ANNOTATION}/${key}`, value]);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: SHOP, labels: { app: name }, annotations: Object.fromEntries(prefixed) },
    spec: { nodeName, ...podSpec() },
  };
}

function statefulSet(): object {
  const labels = { app: 'db' };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: DATA },
    spec: {
      replicas: 2,
      serviceName: 'db',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec() },
    },
  };
}

function podSpec(): object {
  return { containers: [{ name: 'main', image: 'stand-in' }], terminationGracePeriodSeconds: 0 };
}
