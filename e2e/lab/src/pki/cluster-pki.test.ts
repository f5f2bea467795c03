import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { clusterPki } from './cluster-pki.ts';

const PLAN = clusterPlan({ nodes: 2, stack: 'dual', network: 'none', kubeProxy: true });

test('every certificate has its key, and is signed by the authority that its reader trusts', () => {
  const { common, nodes, everywhere } = clusterPki(PLAN);
  const all = { ...common, ...nodes['worker-1'], ...everywhere };
  const ca = new X509Certificate(common['pki/ca.crt']!);
  const frontProxy = new X509Certificate(common['pki/front-proxy-ca.crt']!);
  for (const name of Object.keys(all).filter((path) => path.endsWith('.crt'))) {
    const certificate = new X509Certificate(all[name]!);
    expect(certificate.verify(name.includes('front-proxy') ? frontProxy.publicKey : ca.publicKey), name).toBe(true);
    const key = all[name.replace('.crt', '.key')];
    if (key) expect(certificate.checkPrivateKey(createPrivateKey(key)), name).toBe(true);
  }
});

test('the API server answers to its names and to the addresses of both families', () => {
  const certificate = new X509Certificate(clusterPki(PLAN).common['pki/apiserver.crt']!);
  for (const address of ['127.0.0.1', '172.18.0.2', 'fd00:172:18::2', '10.96.0.1', 'fd00:10:96::1']) {
    expect(certificate.checkIP(address), address).toBe(address);
  }
  expect(certificate.checkHost('kubernetes.default.svc')).toBe('kubernetes.default.svc');
});

test('a kubelet is of the group of nodes', () => {
  const { nodes } = clusterPki(PLAN);
  expect(new X509Certificate(nodes['worker-1']!['pki/kubelet.crt']!).subject).toBe(
    'O=system:nodes\nCN=system:node:worker-1',
  );
});
