// The labels by which the Services ovn-nb, ovn-sb and ovn-northd find who leads. Asserted by comparing with the pod.

import type { KubeClient } from '@kube-ovn/kube';
import type { SupervisorLog } from '@kube-ovn/supervise';
import type { Central, Leadership } from '../central.ts';
import { PODS } from './pods.ts';

export interface LabelOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly pod: string;
  readonly central: Central;
  readonly intervalMs: number;
  readonly log: SupervisorLog;
}

/** Who leads is asked more often than the pod is read: a change is written at once. */
const LOOK_MS = 1_000;

export function keepLabels({ client, namespace, pod, central, intervalMs, log }: LabelOptions): {
  stop(): Promise<void>;
} {
  let written: Readonly<Record<string, string>> | undefined;
  let readAt = 0;
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(look).catch((error: unknown) => log.warn({ err: error }, 'leader labels'));
  }, LOOK_MS);

  async function look(): Promise<void> {
    const wanted = labelsOf(await central.leadership());
    if (performance.now() - readAt >= intervalMs) written = await read();
    if (written && Object.entries(wanted).every(([key, value]) => written?.[key] === value)) return;
    const answer = await client.mergePatch(PODS, pod, namespace, { metadata: { labels: wanted } });
    if (!answer.ok) throw answer.error;
    written = wanted;
    log.info({ labels: wanted }, 'leader labels');
  }

  async function read(): Promise<Readonly<Record<string, string>> | undefined> {
    const answer = await client.get(PODS, pod, namespace);
    if (!answer.ok) return written;
    readAt = performance.now();
    return answer.value.metadata.labels ?? {};
  }

  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

export function labelsOf({ nb, sb, northd }: Leadership): Record<string, string> {
  return { 'ovn-nb-leader': String(nb), 'ovn-sb-leader': String(sb), 'ovn-northd-leader': String(northd) };
}
