// The supervisor as a part of its program: waits for the TLS identity, then runs, and tells the cluster what it did.

import type { Part, ProgramContext } from '@kube-ovn/daemon-kit';
import { EventRecorder, type KubeClient } from '@kube-ovn/kube';
import { HEALTH_FILE, keepHealthFile, type SecretWatch, TlsFiles, until, watchTlsSecret } from '@kube-ovn/supervise';
import { type Central, startCentral } from '../central.ts';
import type { CentralConfig } from '../config.ts';
import type { CentralObserver } from '../settings.ts';
import { keepLabels } from './leader-labels.ts';
import { centralMetrics } from './metrics.ts';
import { otherPods } from './other-pods.ts';
import { settingsOf } from './settings-of.ts';

export function centralPart(context: ProgramContext<CentralConfig>, client: KubeClient | undefined): Part {
  const { config, log, metrics, health } = context;
  const stop = new AbortController();
  const counts = centralMetrics(metrics);
  const events = client && new EventRecorder({ client, component: 'ovn-central' });
  const tls = config.enableSsl ? new TlsFiles(config.tlsDirectory) : undefined;
  let central: Central | undefined;
  let watch: SecretWatch | undefined;
  let labels: ReturnType<typeof keepLabels> | undefined;
  let running: Promise<void> | undefined;
  const notReady = () => (central ? central.notReady : 'waiting for the Secret kube-ovn-tls');
  health.addReadiness('central', notReady);
  // All faults of a member heal without a restart of the supervisor, so only a stuck one is not live.
  const healthFile = keepHealthFile(HEALTH_FILE, () => ({ live: undefined, ready: notReady() }));

  const observer: CentralObserver = {
    setAside(kind, why, keptAs) {
      counts.setAside(kind.name);
      log.warn({ database: kind.name, why, keptAs }, 'a database file is kept aside');
      tell('DatabaseSetAside', `${kind.name} is begun anew: ${why}. The old file is kept as ${keptAs}.`);
    },
    rebuilt(kind, why) {
      counts.rebuilt(kind.name);
      log.warn({ database: kind.name, why }, 'a cluster is begun anew');
      tell('ClusterRebuilt', `The cluster of ${kind.name} is begun anew from the data of this member: ${why}.`);
    },
  };

  function tell(reason: string, message: string): void {
    const { podName: name, podNamespace: namespace } = config;
    if (name)
      events?.event({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } }, 'Warning', reason, message);
  }

  async function run(): Promise<void> {
    if (tls && client) {
      watch = watchTlsSecret({
        client,
        namespace: config.podNamespace,
        onMaterial: (material) => tls.write(material) && log.info({}, 'the TLS identity is written'),
        onError: (error) => log.warn({ err: error }, 'the Secret kube-ovn-tls cannot be watched now'),
      });
    }
    if (tls)
      await until('TLS identity', () => tls.read(), { timeoutMs: Infinity, intervalMs: 200, signal: stop.signal });
    const { podName: pod, podNamespace: namespace, leaderProbeInterval } = config;
    const others = client && pod ? () => otherPods(client, namespace, pod) : undefined;
    central = startCentral(settingsOf(config, { log, tls, observer, others }));
    counts.watch(central);
    if (client && pod)
      labels = keepLabels({ client, namespace, pod, central, log, intervalMs: leaderProbeInterval * 1000 });
  }

  return {
    name: 'central',
    start() {
      running = run()
        .catch((error: unknown) => stop.signal.aborted || context.fail(error))
        .then(() => {});
    },
    async stop() {
      stop.abort(new Error('the program ends'));
      await running;
      await labels?.stop();
      await watch?.stop();
      await central?.stop();
      await events?.flush();
      healthFile.close();
      client?.close();
    },
    stopTimeoutMs: 25_000,
  };
}
