// A kubeconfig with everything in it; JSON, which is YAML.

import type { Identity } from '@kube-ovn/pki';

export function kubeconfig(server: string, authority: string, { certificate, key }: Identity): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'lab',
    clusters: [{ name: 'lab', cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [{ name: 'lab', user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) } }],
    contexts: [{ name: 'lab', context: { cluster: 'lab', user: 'lab' } }],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
