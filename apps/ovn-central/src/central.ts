// The central half of OVN in one pod: both databases and northd, kept running and kept right.

import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '@kube-ovn/supervise';
import { NORTHBOUND, SOUTHBOUND } from './database/kind.ts';
import { DatabaseMember } from './database/member.ts';
import { leaderOffice } from './database/office.ts';
import { compact } from './database/schema-upgrade.ts';
import { northd } from './northd.ts';
import type { CentralSettings } from './settings.ts';

export interface Leadership {
  readonly nb: boolean;
  readonly sb: boolean;
  readonly northd: boolean;
}

export interface Central {
  readonly nb: DatabaseMember;
  readonly sb: DatabaseMember;
  readonly northd: ManagedProcess;
  /** Why this member cannot serve; undefined when it can. */
  readonly notReady: string | undefined;
  leadership(): Promise<Leadership>;
  stop(): Promise<void>;
  /** Everything at once, as a power cut does it. */
  kill(): Promise<void>;
}

export function startCentral(settings: CentralSettings): Central {
  const stop = new AbortController();
  const nb = new DatabaseMember(NORTHBOUND, settings);
  const sb = new DatabaseMember(SOUTHBOUND, settings);
  const members = [nb, sb];
  const daemon = northd(settings);
  const offices = members.map((member) => leaderOffice(member, settings));
  for (const member of members) member.start(stop.signal);
  const northdRuns = keepNorthd();
  const compaction = settings.compactEveryMs > 0 ? setInterval(compactAll, settings.compactEveryMs) : undefined;

  /** It needs databases to talk to, not ones that can be written. */
  async function keepNorthd(): Promise<void> {
    const { tickMs } = settings.timing;
    while (!stop.signal.aborted) {
      if (members.every(({ isServing }) => isServing)) {
        try {
          return await daemon.start(stop.signal);
        } catch (error) {
          if (!stop.signal.aborted) settings.log.error({ err: error }, 'northd does not start, trying again');
        }
      }
      await delay(tickMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  function compactAll(): void {
    for (const member of members) {
      // A leader that compacts answers nobody meanwhile: it hands its office over first, or a follower does it.
      if (!member.isServing || (member.isLeader && settings.members.length > 0)) continue;
      compact(`${settings.runDirectory}/${member.kind.controlSocket}`).catch((error: unknown) => {
        settings.log.warn({ database: member.kind.name, err: error }, 'cannot be compacted now');
      });
    }
  }

  async function end(how: 'stop' | 'kill'): Promise<void> {
    stop.abort(new Error('the program ends'));
    clearInterval(compaction);
    await Promise.all(offices.map((office) => office.close()));
    await northdRuns;
    await (how === 'stop' ? daemon.stop([]) : daemon.kill());
    await Promise.all(members.map((member) => member[how]()));
  }

  return {
    nb,
    sb,
    northd: daemon,
    get notReady() {
      const busy = members.filter(({ isStandby }) => !isStandby);
      // Pods are replaced one after the other, each when the last one is ready: who waits for its turn must not stop that.
      if (busy.length === 0) return undefined;
      const [fault] = busy.flatMap(({ kind, notReady }) => (notReady ? [`${kind.name}: ${notReady}`] : []));
      return fault ?? (daemon.running ? undefined : 'ovn-northd does not run');
    },
    async leadership() {
      const active = daemon.running && (await daemon.control('status').catch(() => '')).includes('active');
      return { nb: nb.isLeader, sb: sb.isLeader, northd: active };
    },
    stop: () => end('stop'),
    kill: () => end('kill'),
  };
}
