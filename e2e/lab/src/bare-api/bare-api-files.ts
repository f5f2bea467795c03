// Certificates and the kubeconfig of an API server without a cluster. File name -> content.

import { generateKeyPairSync } from 'node:crypto';
import { issueAuthority, issueLeaf } from '@kube-ovn/pki';
import { kubeconfig } from '../pki/kubeconfig.ts';

const AUTHORITY = 'bare-ca';
const LIFE_MS = 7 * 24 * 3_600_000;
const BEFORE_MS = 3_600_000;

export function bareApiFiles(server: string, address: string, now = Date.now()): Record<string, string> {
  const validity = { notBefore: now - BEFORE_MS, notAfter: now + LIFE_MS };
  const authority = issueAuthority(AUTHORITY, validity);
  const apiServer = issueLeaf(authority, AUTHORITY, 'kube-apiserver', validity, ['localhost'], {
    addresses: [address],
  });
  const admin = issueLeaf(authority, AUTHORITY, 'admin', validity, ['admin'], { organisation: 'system:masters' });
  const accounts = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    'ca.crt': authority.certificate,
    'apiserver.crt': apiServer.certificate,
    'apiserver.key': apiServer.key,
    'sa.key': accounts.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    'sa.pub': accounts.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'admin.conf': kubeconfig(server, authority.certificate, admin),
  };
}
