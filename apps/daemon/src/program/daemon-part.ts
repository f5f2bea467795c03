// The daemon as a part of its program.

import type { ProgramContext } from '@kube-ovn/daemon-kit';
import type { KubeClient } from '@kube-ovn/kube';
import { type DaemonConfig, daemonOptions } from '../config.ts';
import { type Daemon, startDaemon } from '../start.ts';
import { daemonLog } from './log.ts';
import { daemonMetrics } from './metrics.ts';
import { socketLiveness } from './socket-liveness.ts';

export function daemonPart({ config, log, metrics, health }: ProgramContext<DaemonConfig>, client: KubeClient) {
  const nodeName = config.nodeName || config.kubeNodeName;
  const options = daemonOptions(config, { client, log: daemonLog(log), metrics: daemonMetrics(metrics, nodeName) });
  let daemon: Daemon | undefined;
  let liveness: ReturnType<typeof socketLiveness> | undefined;
  health.addReadiness('node', () => (daemon ? daemon.notReady : 'starting'));
  return {
    name: 'daemon',
    start: async () => {
      daemon = await startDaemon(options);
      liveness = socketLiveness(options.bindSocket);
      health.addLiveness('CNI socket', liveness.check);
    },
    stop: async () => {
      liveness?.stop();
      await daemon?.stop();
    },
  };
}
