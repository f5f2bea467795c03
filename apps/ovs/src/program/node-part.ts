// The supervisor as a part of its program.

import type { Part, ProgramContext } from '@kube-ovn/daemon-kit';
import type { KubeClient } from '@kube-ovn/kube';
import { type Netlink, openNetlink } from '@kube-ovn/netlink';
import {
  HEALTH_FILE,
  keepHealthFile,
  type SecretWatch,
  systemCommand,
  TlsFiles,
  watchTlsSecret,
} from '@kube-ovn/supervise';
import type { NodeConfig } from '../config.ts';
import { missingModule } from '../node/kernel-module.ts';
import { type DataPlane, startDataPlane } from '../node/node.ts';
import { chooseDatapath } from './datapath.ts';
import { watchDaemons } from './health.ts';
import { settingsOf } from './settings-of.ts';
import { ending } from './uninstall.ts';

export function nodePart(context: ProgramContext<NodeConfig>, client: KubeClient): Part {
  const { config, log, health } = context;
  const stop = new AbortController();
  const tls = config.enableSsl ? new TlsFiles(config.tlsDirectory) : undefined;
  const end = ending(client, config.podNamespace, config.daemonSet);
  let watch: SecretWatch | undefined;
  let netlink: Netlink | undefined;
  let dataPlane: DataPlane | undefined;
  const daemons = watchDaemons({ run: config.runDirectory, ovnRun: config.ovnRunDirectory });
  // As long as the pod before this one has the daemons, this one is not ready: else the other would be ended in the middle of
  // the hand-over, and all daemons with it.
  const notReady = () => (dataPlane ? (dataPlane.notReady ?? daemons.faults.ready) : 'starting');
  health.addReadiness('data plane', notReady);
  const healthFile = keepHealthFile(HEALTH_FILE, () => ({ live: daemons.faults.live, ready: notReady() }));

  return {
    name: 'data plane',
    startTimeoutMs: 120_000,
    stopTimeoutMs: 25_000,
    async start() {
      if (tls) {
        watch = watchTlsSecret({
          client,
          namespace: config.podNamespace,
          onMaterial: (material) => tls.write(material) && log.info({}, 'the TLS identity is written'),
          onError: (error) => log.warn({ err: error }, 'the Secret kube-ovn-tls cannot be watched now'),
        });
      }
      const { datapath: told, etcDirectory } = config;
      const node = config.nodeName || config.kubeNodeName;
      const datapath = await chooseDatapath({ told, client, node, etcDirectory, log });
      const missing = datapath === 'system' ? await missingModule(systemCommand(), config.manageModules) : undefined;
      if (missing) throw new Error(missing);
      netlink = await openNetlink();
      void netlink.failed.then((error) => stop.signal.aborted || context.fail(error));
      dataPlane = await startDataPlane(settingsOf(config, { log, tls, datapath }), netlink, stop.signal);
      void end.prepare();
    },
    async stop() {
      const uninstall = dataPlane?.isOurs === true && (await end.isUninstall());
      stop.abort(new Error('the program ends'));
      if (uninstall) log.info({}, 'the network is uninstalled: this node is left as it was found');
      await (uninstall ? dataPlane?.leave() : dataPlane?.stop());
      healthFile.close();
      daemons.close();
      await watch?.stop();
      await netlink?.close();
      client.close();
    },
  };
}
