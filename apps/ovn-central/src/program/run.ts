// The supervisor as a program.

import { runProgram, serveHealth } from '@kube-ovn/daemon-kit';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { CENTRAL_CONFIG } from '../config.ts';
import { VERSION } from '../version.ts';
import { centralPart } from './central-part.ts';

export function run(): void {
  runProgram({
    name: 'ovn-central',
    version: VERSION,
    description:
      'Runs the Northbound and Southbound databases of OVN and ovn-northd: joins, leaves and repairs their clusters, and labels who leads. Errands: healthcheck [live], leave.',
    config: CENTRAL_CONFIG,
    async main(context) {
      const { config, lifecycle } = context;
      const cluster = await loadConfig({ kubeconfig: config.kubeconfig });
      const client = new KubeClient(cluster, { userAgent: `ovn-central/${VERSION}` });
      if (config.metricsPort > 0) serveHealth(context, { port: config.metricsPort, metrics: true });
      lifecycle.add(centralPart(context, client));
    },
  });
}
