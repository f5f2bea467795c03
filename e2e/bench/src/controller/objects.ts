// The cluster of the bench: nodes, subnets with a namespace each, pods spread over both.

const KUBE_OVN = 'kubeovn.io/v1';

export function nodes(count: number, first = 0): object[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `node-${n}` },
      status: {
        addresses: [{ type: 'InternalIP', address: `172.18.${n >> 8}.${n & 255}` }],
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    };
  });
}

export function subnets(count: number): object[] {
  return Array.from({ length: count }, (_, index) => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `ns-${index}` } },
    {
      apiVersion: KUBE_OVN,
      kind: 'Subnet',
      metadata: { name: `net-${index}` },
      spec: { cidrBlock: `10.${100 + index}.0.0/16`, namespaces: [`ns-${index}`], natOutgoing: true },
    },
  ]).flat();
}

/** Pods as a scheduler leaves them; about as large as pods of a small Deployment are. */
export function pods(count: number, nodeCount: number, subnetCount: number, prefix = 'pod'): object[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${prefix}-${index}`,
      namespace: `ns-${index % subnetCount}`,
      labels: { app: `app-${index % 100}`, tier: 'bench' },
    },
    spec: {
      nodeName: `node-${index % nodeCount}`,
      serviceAccountName: 'default',
      containers: [
        {
          name: 'main',
          image: 'registry.example/bench:1',
          env: Array.from({ length: 10 }, (_, n) => ({ name: `VARIABLE_${n}`, value: `value ${n}` })),
          resources: { requests: { cpu: '10m', memory: '16Mi' } },
          volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true }],
        },
      ],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      volumes: [
        {
          name: 'token',
          projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }] },
        },
      ],
    },
    status: { phase: 'Pending' },
  }));
}
