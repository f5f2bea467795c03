// kube-ovn-controller uninstall: takes what is ours out of the API. Objects of users (subnets, VPCs, pools) stay, deletable.

import { decodeJson, encodeJson } from '@kube-ovn/crds';
import { runProgram } from '@kube-ovn/daemon-kit';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { VERSION } from '../version.ts';
import { UNINSTALL_CONFIG } from './config.ts';
import { uninstall } from './uninstall.ts';

export function runUninstall(): void {
  runProgram({
    name: 'kube-ovn-controller uninstall',
    version: VERSION,
    description: 'Removes finalizers, annotations, the lease and the certificates once the other programs have ended.',
    config: UNINSTALL_CONFIG,
    async main({ config, log, signal }) {
      const client = new KubeClient(await loadConfig({ kubeconfig: config.kubeconfig }), {
        parse: decodeJson,
        stringify: encodeJson,
        userAgent: `kube-ovn-uninstall/${VERSION}`,
      });
      await uninstall(client, config, { info: (text) => log.info(text), warn: (text) => log.warn(text) }, signal);
      client.close();
    },
  });
}
