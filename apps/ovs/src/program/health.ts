// Do the daemons of this node answer? Asked by the supervisor over and over, so that a probe has only to read. A daemon is asked
// under its known name, whoever started it: while pods change, it may be the other one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HealthFaults, unixctl } from '@kube-ovn/supervise';

export interface DaemonHealth {
  /** By the last look. liveness: a missing certificate or Southbound database is nothing that a restart heals. */
  readonly faults: HealthFaults;
  close(): void;
}

const EVERY_MS = 5_000;
const ANSWER_LIMIT_MS = 5_000;

export function watchDaemons(directories: { readonly run: string; readonly ovnRun: string }): DaemonHealth {
  const { run, ovnRun } = directories;
  let faults: HealthFaults = { live: undefined, ready: undefined };
  let isLooking = false;
  const timer = setInterval(() => void look(), EVERY_MS);

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const [database, vswitchd, controller] = await Promise.all([
      fault(run, 'ovsdb-server'),
      fault(run, 'ovs-vswitchd'),
      fault(ovnRun, 'ovn-controller'),
    ]);
    faults = { live: database ?? vswitchd, ready: controller };
    isLooking = false;
  }

  return {
    get faults() {
      return faults;
    },
    close: () => clearInterval(timer),
  };
}

async function fault(directory: string, daemon: string): Promise<string | undefined> {
  try {
    const pid = readFileSync(join(directory, `${daemon}.pid`), 'utf8').trim();
    await unixctl(join(directory, `${daemon}.${pid}.ctl`), 'version', [], ANSWER_LIMIT_MS);
    return undefined;
  } catch (error) {
    return `${daemon}: ${(error as Error).message}`;
  }
}
