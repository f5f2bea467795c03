// Sends the probes. First those that must get through, patiently; only when the network is thus known to be up are those
// asked that must not, so that "blocked" never means "not yet".

import type { Netlink } from '@kube-ovn/netlink';
import type { Family } from '../network/address-plan.ts';
import type { Pair } from './choose-pairs.ts';
import type { Verdict } from './expectation.ts';

export interface ProbeResult extends Pair {
  readonly family: Family;
  readonly result: Verdict;
  /** Of a second echo, when all the learning on the way is over. */
  readonly rttMs: number | undefined;
}

const PATIENCE_MS = 5_000;
const IMPATIENCE_MS = 700;
const INTERVAL_MS = 150;

export async function runProbes(
  netlink: Netlink,
  pairs: readonly Pair[],
  families: readonly Family[],
): Promise<ProbeResult[]> {
  const probes = pairs.flatMap((pair) => families.map((family) => ({ ...pair, family })));
  const results = new Map<object, ProbeResult>();
  for (const expect of ['reach', 'blocked'] as const) {
    const timeoutMs = expect === 'reach' ? PATIENCE_MS : IMPATIENCE_MS;
    const wave = probes.filter((probe) => probe.expect === expect);
    await Promise.all(
      wave.map(async (probe) => {
        const answer = await echo(netlink, probe, timeoutMs);
        results.set(probe, { ...probe, result: answer === undefined ? 'blocked' : 'reach', rttMs: undefined });
      }),
    );
  }
  // One after the other: probes side by side would measure each other.
  const measured: ProbeResult[] = [];
  for (const probe of probes) {
    const result = results.get(probe)!;
    const rttMs = result.result === 'reach' ? await echo(netlink, probe, IMPATIENCE_MS) : undefined;
    measured.push({ ...result, rttMs });
  }
  return measured;
}

async function echo(
  netlink: Netlink,
  probe: Pair & { family: Family },
  timeoutMs: number,
): Promise<number | undefined> {
  const target = probe.to.addresses[probe.family];
  if (target === undefined) return undefined;
  const answer = await netlink.ping(target, { ns: probe.from.netns, timeoutMs, intervalMs: INTERVAL_MS });
  return answer?.roundTripMs;
}
