// The supervisor as a program.

import { runProgram, serveHealth } from '@kube-ovn/daemon-kit';
import { KubeClient, loadConfig } from '@kube-ovn/kube';
import { NODE_CONFIG } from '../config.ts';
import { VERSION } from '../version.ts';
import { nodePart } from './node-part.ts';

export function run(): void {
  runProgram({
    name: 'ovs',
    version: VERSION,
    description:
      'Runs Open vSwitch and ovn-controller on one node, in the kernel or in userspace, and hands them over to its successor without a gap. Errands: healthcheck [live], leave.',
    config: NODE_CONFIG,
    async main(context) {
      const { config, lifecycle } = context;
      const cluster = await loadConfig({ kubeconfig: config.kubeconfig });
      if (config.metricsPort > 0) serveHealth(context, { port: config.metricsPort, metrics: true });
      lifecycle.add(nodePart(context, new KubeClient(cluster, { userAgent: `ovs/${VERSION}` })));
    },
  });
}
