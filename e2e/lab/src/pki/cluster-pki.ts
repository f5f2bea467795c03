// Certificates and kubeconfigs of the cluster, as kubeadm would lay them out. File name -> content.

import { generateKeyPairSync } from 'node:crypto';
import { type Identity, issueAuthority, issueLeaf } from '@kube-ovn/pki';
import {
  API_PORT,
  allOf,
  bracketed,
  type ClusterPlan,
  controlPlane,
  type NodePlan,
  primary,
} from '../plan/cluster-plan.ts';
import { kubeconfig } from './kubeconfig.ts';

export type Files = Readonly<Record<string, string>>;

const LIFE_MS = 365 * 24 * 3_600_000;
/** Clocks of one machine agree, but a certificate that starts in this very second is refused by some. */
const BEFORE_MS = 3_600_000;
const AUTHORITY = 'kubernetes-ca';
const FRONT_PROXY_AUTHORITY = 'front-proxy-ca';
const API_NAMES = [
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'localhost',
];

export interface ClusterPki {
  /** Of the control plane. */
  readonly common: Files;
  readonly nodes: Readonly<Record<string, Files>>;
  /** What every node has. */
  readonly everywhere: Files;
  readonly authority: string;
  readonly admin: Identity;
}

export function clusterPki(plan: ClusterPlan, now = Date.now()): ClusterPki {
  const validity = { notBefore: now - BEFORE_MS, notAfter: now + LIFE_MS };
  const authority = issueAuthority(AUTHORITY, validity);
  const frontProxyAuthority = issueAuthority(FRONT_PROXY_AUTHORITY, validity);
  const leaf = (name: string, organisation?: string, dnsNames: readonly string[] = ['lab'], addresses: string[] = []) =>
    issueLeaf(authority, AUTHORITY, name, validity, dnsNames, { organisation, addresses });
  const server = `https://${bracketed(primary(controlPlane(plan).address))}:${API_PORT}`;
  const config = (identity: Identity) => kubeconfig(server, authority.certificate, identity);
  const admin = leaf('kubernetes-admin', 'system:masters');
  const apiAddresses = ['127.0.0.1', '::1', ...allOf(controlPlane(plan).address), ...allOf(plan.apiService)];
  const kubelet = (node: NodePlan): Files => {
    const identity = leaf(`system:node:${node.name}`, 'system:nodes', [node.name], allOf(node.address));
    return { ...files('pki/kubelet', identity), 'kubelet.conf': config(identity) };
  };
  return {
    common: {
      ...files('pki/ca', authority),
      ...files('pki/front-proxy-ca', frontProxyAuthority),
      ...files(
        'pki/front-proxy-client',
        issueLeaf(frontProxyAuthority, FRONT_PROXY_AUTHORITY, 'front-proxy-client', validity, ['lab']),
      ),
      ...files('pki/apiserver', leaf('kube-apiserver', undefined, API_NAMES, apiAddresses)),
      ...files('pki/apiserver-kubelet-client', leaf('kube-apiserver-kubelet-client', 'system:masters')),
      ...serviceAccountKeys(),
      'admin.conf': config(admin),
      'kube-controller-manager.conf': config(leaf('system:kube-controller-manager')),
      'kube-scheduler.conf': config(leaf('system:kube-scheduler')),
    },
    nodes: Object.fromEntries(plan.nodeList.map((node) => [node.name, kubelet(node)])),
    everywhere: {
      'pki/ca.crt': authority.certificate,
      'kube-proxy.conf': config(leaf('system:kube-proxy')),
    },
    authority: authority.certificate,
    admin,
  };
}

function files(name: string, { certificate, key }: Identity): Files {
  return { [`${name}.crt`]: certificate, [`${name}.key`]: key };
}

function serviceAccountKeys(): Files {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    'pki/sa.key': privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    'pki/sa.pub': publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
