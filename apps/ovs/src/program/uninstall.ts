// Is this pod ending because the whole network is uninstalled? Then nothing comes after it, and it cleans up. The answer is
// asked for at the end, when the rights to ask may be gone already: that too is an answer, if they were there before.

import type { KubeClient, ResourceRef } from '@kube-ovn/kube';

const DAEMON_SETS: ResourceRef = {
  group: 'apps',
  version: 'v1',
  plural: 'daemonsets',
  namespaced: true,
  kind: 'DaemonSet',
};
const TIMEOUT_MS = 2_000;

export interface Ending {
  /** Once at the start: may we ask at all? */
  prepare(): Promise<void>;
  isUninstall(): Promise<boolean>;
}

export function ending(client: KubeClient, namespace: string, name: string): Ending {
  let couldAsk = false;
  const ask = () => client.get(DAEMON_SETS, name, namespace, { timeoutMs: TIMEOUT_MS });
  return {
    async prepare() {
      couldAsk = (await ask()).ok;
    },
    async isUninstall() {
      if (!couldAsk) return false;
      const answer = await ask();
      if (answer.ok) return answer.value.metadata.deletionTimestamp !== undefined;
      return [401, 403, 404].includes(answer.error.status);
    },
  };
}
