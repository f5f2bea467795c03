// Short errands beside a running supervisor: `leave` before a member is removed for good.

import { join } from 'node:path';
import { unixctl } from '@kube-ovn/supervise';
import { NORTHBOUND, SOUTHBOUND } from '../database/kind.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The exit code, or undefined when the arguments name no errand. */
export async function runErrand(
  [name]: readonly string[],
  env: Environment,
  say: (text: string) => void,
): Promise<number | undefined> {
  const runDirectory = env.OVN_RUNDIR || '/var/run/ovn';
  return name === 'leave' ? leave(runDirectory, say) : undefined;
}

async function leave(runDirectory: string, say: (text: string) => void): Promise<number> {
  let code = 0;
  for (const { controlSocket, name } of [NORTHBOUND, SOUTHBOUND]) {
    try {
      await unixctl(join(runDirectory, controlSocket), 'cluster/leave', [name]);
      say(`${name}: left the cluster`);
    } catch (error) {
      say(`${name}: ${(error as Error).message}`);
      code = 1;
    }
  }
  return code;
}
