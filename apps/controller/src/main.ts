// kube-ovn-controller: leader among its replicas, it turns API objects into OVN Northbound rows.

import { decodeJson, encodeJson } from '@kube-ovn/crds';
import { runProgram, serveHealth } from '@kube-ovn/daemon-kit';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { CONTROLLER_CONFIG } from './config.ts';
import { controllerPart } from './program/controller-part.ts';
import { tlsSource } from './program/tls.ts';
import { runUninstall } from './uninstall/program.ts';
import { VERSION } from './version.ts';

if (process.argv[2] === 'uninstall') {
  process.argv.splice(2, 1);
  runUninstall();
} else run();

function run(): void {
  runProgram({
    name: 'kube-ovn-controller',
    version: VERSION,
    description: 'Watches the Kubernetes API and keeps OVN Northbound equal to what its objects ask for.',
    config: CONTROLLER_CONFIG,
    async main(context) {
      const { config, lifecycle } = context;
      const client = new KubeClient(await loadConfig({ kubeconfig: config.kubeconfig }), {
        parse: decodeJson,
        stringify: encodeJson,
        userAgent: `kube-ovn-controller/${VERSION}`,
        // As many as writes in flight: with the round trips of a real cluster fewer would be the limit of pods per second.
        maxConnections: 64,
      });
      serveHealth(context, { port: config.port, metrics: config.enableMetrics });
      lifecycle.add(controllerPart(context, client, tlsSource(context, client)));
    },
  });
}
