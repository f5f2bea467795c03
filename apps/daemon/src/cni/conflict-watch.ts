// Does somebody else have the pod's address? Probed beside the set-up and beyond it: a holder that is heard in time fails the
// ADD, one that is heard later becomes a warning. The ADD itself never waits for it.

import type { ConflictProbe, Netlink, ProbeTiming } from '@kube-ovn/netlink';
import type { PodNetwork } from './pod-network.ts';

export interface Conflict {
  readonly ip: string;
  readonly mac: string;
}

/**
 * As many as RFC 5227 has, because each is flooded to every port of the subnet. The first falls into the time of the set-up,
 * the others reach hosts that are slow to answer.
 */
const TIMING: ProbeTiming = { probeWaitMs: 5, probes: 3, minIntervalMs: 40, maxIntervalMs: 400, announceWaitMs: 1000 };

export class ConflictWatch {
  readonly #found: Conflict[] = [];
  #gateways: ReadonlySet<string> = new Set();
  readonly #probes: ConflictProbe[];
  readonly #onLate: (conflict: Conflict) => void;
  #late = false;

  constructor(
    netlink: Netlink,
    network: PodNetwork,
    place: { netns: string; ifName: string },
    onLate: (conflict: Conflict) => void,
  ) {
    this.#onLate = onLate;
    this.#probes = network.addresses.map(({ ip, gateway }) => {
      const probe = netlink.startConflictProbe(place.ifName, ip, network.mac, place.netns, TIMING);
      if (ip !== gateway)
        probe.result().then(
          (holder) => holder && this.#heard({ ip, mac: holder.mac }),
          () => undefined,
        );
      return probe;
    });
  }

  /** What is known now; what is heard from here on is late. Routers may answer for addresses that they lead to: no conflict. */
  conclude(gateways: ReadonlySet<string>): Conflict | undefined {
    this.#late = true;
    this.#gateways = gateways;
    return this.#found.find(({ mac }) => !gateways.has(mac));
  }

  stop(): void {
    for (const probe of this.#probes) probe.stop();
  }

  #heard(conflict: Conflict): void {
    if (!this.#late) this.#found.push(conflict);
    else if (!this.#gateways.has(conflict.mac)) this.#onLate(conflict);
  }
}
