// The controller as a part of the program: wait for the lease, run, and end the program when the lease is lost.

import type { Part, ProgramContext } from '@kube-ovn/daemon-kit';
import { type KubeClient, LeaderElection } from '@kube-ovn/kube';
import type { ControllerConfig } from '../config.ts';
import { type Controller, startController } from '../start.ts';
import { controllerLog } from './log.ts';
import { controllerMetrics } from './metrics.ts';
import { networkConfig } from './network.ts';
import type { TlsSource } from './tls.ts';

type Phase = 'starting' | 'standby' | 'leading';

export function controllerPart(context: ProgramContext<ControllerConfig>, client: KubeClient, tls: TlsSource): Part {
  const { config, log, metrics, health, fail } = context;
  const stop = new AbortController();
  let phase: Phase = 'starting';
  let controller: Controller | undefined;
  const election = new LeaderElection({
    client,
    name: 'kube-ovn-controller',
    namespace: config.podNamespace,
    identity: config.podName,
    leaseDurationMs: config.leaseDuration,
    renewDeadlineMs: config.renewDeadline,
    retryPeriodMs: config.retryPeriod,
    onLost: (why) => fail(new Error(`the lease is lost: ${why.message}`, { cause: why })),
    onError: (error) => log.warn({ err: error }, 'leader election'),
  });
  // A standby is as ready as it can be; a leader only once it has compared everything.
  health.addReadiness('controller', () => {
    if (controller !== undefined) return controller.healthy ? undefined : 'no current view of the API or of Northbound';
    if (election.leader !== undefined && election.leader !== config.podName) phase = 'standby';
    return phase === 'standby' ? undefined : phase;
  });

  async function run(): Promise<void> {
    await election.acquire(stop.signal);
    phase = 'leading';
    log.info('this is the leader');
    const began = performance.now();
    await tls.start(stop.signal);
    const link = {
      tls: tls.identity,
      connectTimeoutMs: config.ovsdbConnectTimeout * 1000,
      inactivityProbeMs: config.ovsdbInactivityTimeout * 1000,
    };
    controller = await startController(
      {
        client,
        northbound: { endpoints: config.northbound, ...link },
        southbound: config.southbound.length === 0 ? undefined : { endpoints: config.southbound, ...link },
        config: networkConfig(config),
        log: controllerLog(log),
        metrics: controllerMetrics(metrics),
        fullCheckMs: config.gcInterval === 0 ? undefined : config.gcInterval * 1000,
      },
      stop.signal,
    );
    log.info({ milliseconds: Math.round(performance.now() - began) }, 'everything is compared and committed');
  }

  return {
    name: 'controller',
    start() {
      run().catch((error) => stop.signal.aborted || fail(error));
    },
    async stop() {
      stop.abort(new Error('the program ends'));
      tls.stop();
      await controller?.stop();
      await election.release();
      client.close();
    },
  };
}
