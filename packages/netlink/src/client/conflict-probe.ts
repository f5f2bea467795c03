// The client's handle of a conflict probe that runs in the worker.
import type { ConflictProbe } from '../netlink.ts';
import type { ProbeTiming } from '../probes/probe-conflict.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import type { WorkerClient } from './worker-client.ts';

export function startConflictProbe(
  client: WorkerClient,
  link: string,
  ip: string,
  ownMac: string,
  ns?: NetnsRef,
  timing?: ProbeTiming,
): ConflictProbe {
  const stop = new AbortController();
  const answer = client.call('probeConflict', [link, ip, ownMac, ns, timing], { signal: stop.signal });
  const result = answer.catch((error: unknown) => {
    if (stop.signal.aborted) return undefined;
    throw error;
  }) as ReturnType<ConflictProbe['result']>;
  // A caller that gives up before asking for the result must not crash the process.
  result.catch(() => {});
  return { result: () => result, stop: () => stop.abort() };
}
