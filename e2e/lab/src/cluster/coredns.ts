// CoreDNS as clusters have it. It has no one to forward to: nothing of the lab leaves the machine.

import type { KubeClient, KubeObject, ResourceRef } from '@kube-ovn/kube';
import { COREDNS_IMAGE } from '../build/image-list.ts';
import { CONTROL_PLANE_LABEL } from '../node/config-files.ts';
import { allOf, type ClusterPlan } from '../plan/cluster-plan.ts';
import { apiAddress } from './api-address.ts';
import { answered } from './client.ts';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CONFIG_MAPS,
  DEPLOYMENTS,
  SERVICE_ACCOUNTS,
  SERVICES,
} from './resources.ts';

const NAMESPACE = 'kube-system';
const NAME = 'coredns';
const ROLE = 'system:coredns';
const LABELS = { 'k8s-app': 'kube-dns' };
const CONFIG = `.:53 {
    errors
    health {
        lameduck 1s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
        pods insecure
        fallthrough in-addr.arpa ip6.arpa
        ttl 30
    }
    cache 30
    loop
    reload
    loadbalance
}
`;

export async function applyCoreDns(client: KubeClient, plan: ClusterPlan): Promise<void> {
  for (const [ref, object] of coreDnsObjects(plan)) {
    await answered(`${ref.kind} of CoreDNS`, client.apply(ref, object));
  }
}

export function coreDnsObjects(plan: ClusterPlan): [ResourceRef, KubeObject][] {
  const metadata = { name: NAME, namespace: NAMESPACE };
  const addresses = allOf(plan.dnsService);
  return [
    [SERVICE_ACCOUNTS, { metadata }],
    [CLUSTER_ROLES, { metadata: { name: ROLE }, rules: rules() }],
    [
      CLUSTER_ROLE_BINDINGS,
      {
        metadata: { name: ROLE },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: ROLE },
        subjects: [{ kind: 'ServiceAccount', ...metadata }],
      },
    ],
    [CONFIG_MAPS, { metadata, data: { Corefile: CONFIG } }],
    [
      SERVICES,
      {
        metadata: { name: 'kube-dns', namespace: NAMESPACE, labels: { ...LABELS, 'kubernetes.io/name': 'CoreDNS' } },
        spec: {
          clusterIP: addresses[0],
          clusterIPs: addresses,
          ipFamilyPolicy: addresses.length > 1 ? 'RequireDualStack' : 'SingleStack',
          selector: LABELS,
          ports: [
            { name: 'dns', port: 53, protocol: 'UDP' },
            { name: 'dns-tcp', port: 53, protocol: 'TCP' },
            { name: 'metrics', port: 9153, protocol: 'TCP' },
          ],
        },
      },
    ],
    [DEPLOYMENTS, { metadata: { ...metadata, labels: LABELS }, spec: deploymentSpec(plan) }],
  ];
}

function rules(): object[] {
  const verbs = ['list', 'watch'];
  return [
    { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs },
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs },
  ];
}

function deploymentSpec(plan: ClusterPlan): object {
  const spread = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: LABELS } };
  return {
    replicas: 2,
    selector: { matchLabels: LABELS },
    template: {
      metadata: { labels: LABELS },
      spec: {
        serviceAccountName: NAME,
        priorityClassName: 'system-cluster-critical',
        dnsPolicy: 'Default',
        tolerations: [{ key: CONTROL_PLANE_LABEL, effect: 'NoSchedule' }],
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: spread }],
          },
        },
        containers: [
          {
            name: NAME,
            image: COREDNS_IMAGE,
            args: ['-conf', '/etc/coredns/Corefile'],
            env: apiAddress(plan),
            ports: [
              { name: 'dns', containerPort: 53, protocol: 'UDP' },
              { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
              { name: 'metrics', containerPort: 9153, protocol: 'TCP' },
            ],
            resources: { requests: { cpu: '20m', memory: '40Mi' }, limits: { memory: '170Mi' } },
            readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 2 },
            volumeMounts: [{ name: 'config', mountPath: '/etc/coredns', readOnly: true }],
          },
        ],
        volumes: [{ name: 'config', configMap: { name: NAME } }],
      },
    },
  };
}
