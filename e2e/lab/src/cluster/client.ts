// Calls to the lab's API server whose failure is an error.

import { type ApiResult, KubeClient, loadConfig } from '@kube-ovn/kube';
import { PlainError } from '@kube-ovn/testkit/launch';
import { KUBECONFIG } from '../paths.ts';

export async function connectCluster(): Promise<KubeClient> {
  return new KubeClient(await loadConfig({ kubeconfig: KUBECONFIG }), { userAgent: 'kube-ovn-lab' });
}

export async function answered<T>(what: string, call: Promise<ApiResult<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.value;
  const { reason, message } = result.error;
  throw new PlainError(
    `${what} failed.`,
    'See `npm run lab -- logs control-plane`.',
    `${reason}: ${message}`,
    result.error,
  );
}
