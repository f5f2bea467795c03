// What the probes of the kubelet ask: do the daemons of this node answer? Asked directly, so that it holds whoever started them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unixctl } from '@kube-ovn/supervise';
import { ownerFile, readMark } from '../node/owner.ts';
import { ownGeneration } from './own-generation.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The fault, or undefined. `live`: a missing certificate or Southbound database is nothing that a restart heals. */
export async function nodeFault(env: Environment, live: boolean): Promise<string | undefined> {
  const run = env.OVS_RUNDIR || '/var/run/openvswitch';
  const ovnRun = env.OVN_RUNDIR || '/var/run/ovn';
  // As long as the pod before this one still has the daemons, their answers say nothing about this one: were it called ready,
  // the other would be ended in the middle of the hand-over, and all daemons with it.
  const isOwner = ownGeneration() !== undefined && ownGeneration() === readMark(ownerFile(run));
  if (!live && !isOwner) return 'this node is in the hands of another pod';
  const faults = await Promise.all([
    fault(run, 'ovsdb-server', 'version'),
    fault(run, 'ovs-vswitchd', 'version'),
    live ? undefined : fault(ovnRun, 'ovn-controller', 'version'),
  ]);
  return faults.find((each) => each !== undefined);
}

async function fault(directory: string, daemon: string, question: string): Promise<string | undefined> {
  try {
    const pid = readFileSync(join(directory, `${daemon}.pid`), 'utf8').trim();
    await unixctl(join(directory, `${daemon}.${pid}.ctl`), question, [], 5_000);
    return undefined;
  } catch (error) {
    return `${daemon}: ${(error as Error).message}`;
  }
}
