// Does somebody else have the pod's address? Probed beside the set-up and beyond it: a holder that is heard in time fails the
// ADD, one that is heard later becomes a warning. The ADD itself never waits for it.

import type { ConflictProbe, Netlink, ProbeTiming } from '@kube-ovn/netlink';
import type { PodNetwork } from './pod-network.ts';

export interface Conflict {
  readonly ip: string;
  readonly mac: string;
}

/** The first probes fall into the time of the set-up; the later ones reach hosts that are slow to answer. */
const TIMING: ProbeTiming = { probeWaitMs: 5, probes: 8, minIntervalMs: 40, maxIntervalMs: 400, announceWaitMs: 1000 };

export class ConflictWatch {
  #found: Conflict | undefined;
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

  /** What is known now; what is heard from here on is late. */
  conclude(): Conflict | undefined {
    this.#late = true;
    return this.#found;
  }

  stop(): void {
    for (const probe of this.#probes) probe.stop();
  }

  #heard(conflict: Conflict): void {
    this.#found ??= conflict;
    if (this.#late) this.#onLate(conflict);
  }
}
