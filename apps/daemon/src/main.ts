// kube-ovn-daemon: on every node, it answers the CNI plugin and keeps the node's own network as the cluster needs it.

import './program/small-heap.ts';
import { runProgram, serveHealth } from '@kube-ovn/daemon-kit';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { confOptions, DAEMON_CONFIG } from './config.ts';
import { daemonPart } from './program/daemon-part.ts';
import { installConf } from './program/install-conf.ts';
import { daemonLog } from './program/log.ts';
import { runUninstall } from './uninstall/program.ts';
import { VERSION } from './version.ts';

if (process.argv[2] === 'uninstall') {
  process.argv.splice(2, 1);
  runUninstall();
} else run();

function run(): void {
  runProgram({
    name: 'kube-ovn-daemon',
    version: VERSION,
    description:
      'Connects the pods of this node, and the node itself, to the cluster network. Answers the CNI plugin kube-ovn.',
    config: DAEMON_CONFIG,
    async main(context) {
      const { config, lifecycle, log } = context;
      if (config.installCniConfig) return installConf(confOptions(config), config.bindSocket, daemonLog(log));
      const client = new KubeClient(await loadConfig({ kubeconfig: config.kubeconfig }), {
        userAgent: `kube-ovn-daemon/${VERSION}`,
      });
      const host = config.healthHost === '' ? {} : { host: config.healthHost };
      serveHealth(context, { port: config.metricsPort, metrics: config.enableMetrics, ...host });
      lifecycle.add(daemonPart(context, client));
    },
  });
}
