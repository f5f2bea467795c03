// Follows the Secret kube-ovn-tls through the API, so that a rotation arrives at once and not with kubelet's next refresh.

import { type KubeClient, type KubeObject, Reflector, type ResourceRef } from '@kube-ovn/kube';
import type { TlsMaterial } from './tls-files.ts';

export interface SecretWatch {
  stop(): Promise<void>;
}

export interface TlsSecretOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly name?: string;
  readonly onMaterial: (material: TlsMaterial) => void;
  readonly onError?: (error: Error) => void;
}

const SECRETS: ResourceRef = { group: '', version: 'v1', plural: 'secrets', namespaced: true, kind: 'Secret' };

/** Tells the identity that is there and every later one. A Secret that vanishes or lacks a part changes nothing. */
export function watchTlsSecret(options: TlsSecretOptions): SecretWatch {
  const { client, namespace, name = 'kube-ovn-tls', onMaterial, onError } = options;
  const reflector = new Reflector({ client, ref: SECRETS, namespace, fieldSelector: `metadata.name=${name}`, onError });
  reflector.store.onChange(({ after }) => {
    const material = after && materialOf(after);
    if (material) onMaterial(material);
  });
  reflector.start();
  return { stop: () => reflector.stop() };
}

function materialOf(secret: KubeObject): TlsMaterial | undefined {
  const data = (secret.data ?? {}) as Readonly<Record<string, string>>;
  const [ca, cert, key] = ['cacert', 'cert', 'key'].map((name) => Buffer.from(data[name] ?? '', 'base64').toString());
  return ca && cert && key ? { ca, cert, key } : undefined;
}
