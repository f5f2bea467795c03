// The moment at which the old switch ends and the new one forwards. In userspace the new one has everything before: it begins
// while the old one forwards, with tables that are empty and so drop what it reads as well, and reads the flows in a bundle
// that becomes valid when the old one is dead. Only the taps it gets after that.

import { rmSync } from 'node:fs';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { ManagedProcess } from '@kube-ovn/supervise';
import { killPredecessor, type Predecessor } from '../node/predecessor.ts';
import type { NodeSettings } from '../settings.ts';
import { setFlowRestoreWait } from './flow-restore-wait.ts';
import { managementSocket } from './flows.ts';
import { expediteGracePeriods } from './grace-periods.ts';
import { askForPorts, havePorts, keepPortNumbers, portNames } from './ports.ts';
import type { Restoration } from './restoration.ts';
import { readTunnelNeighbours, teachTunnelNeighbours } from './tunnel-neighbours.ts';

export interface Change {
  readonly settings: NodeSettings;
  readonly generation: string;
  readonly client: OvsdbClient;
  readonly vswitchd: ManagedProcess;
  readonly old: Predecessor;
  readonly restorations: readonly Restoration[];
  /** The new switch begins. */
  readonly unlock: () => void;
  /** Frees the name of the datapath's own device, which two switches cannot share. */
  readonly moveAside: () => Promise<void>;
}

/** Resolves with the milliseconds of each step of the silence. */
export async function change(change: Change): Promise<Record<string, number>> {
  const { settings, restorations } = change;
  // The old one keeps what is connected; a socket under this name is from now on the new one's.
  for (const { flows } of restorations) rmSync(managementSocket(settings, flows.bridge), { force: true });
  const asBefore = expediteGracePeriods();
  try {
    return await (settings.datapath === 'userspace' ? overlapping(change) : oneAfterTheOther(change));
  } finally {
    asBefore();
  }
}

async function overlapping(change: Change): Promise<Record<string, number>> {
  const { settings, client, vswitchd, old, restorations, generation } = change;
  const neighbours = await readTunnelNeighbours(old.controlSocket);
  const ports = portNames(client);
  const numbersAreFree = await keepPortNumbers(client);
  await change.moveAside();
  change.unlock();
  await Promise.all(restorations.map((each) => attempt(settings, each, each.stage())));
  await teachTunnelNeighbours(vswitchd, neighbours);
  const took = stopWatch();
  const died = killPredecessor(old).then(() => took('died'));
  const committed = Promise.all(restorations.map((each) => attempt(settings, each, each.commit()))).then(() =>
    took('flows'),
  );
  await died;
  await askForPorts(client, generation);
  const all = await havePorts(client, ports).then(
    () => true,
    () => false,
  );
  took('ports');
  await committed;
  if (!all) settings.log.error({ ports }, 'the new ovs-vswitchd does not have all ports of the one before');
  await numbersAreFree();
  return took.steps;
}

/** In the kernel, flows outlive the switch; the new one must not clear them before it knows better. */
async function oneAfterTheOther({
  settings,
  client,
  old,
  unlock,
  restorations,
}: Change): Promise<Record<string, number>> {
  await setFlowRestoreWait(client, true);
  const took = stopWatch();
  await killPredecessor(old);
  took('died');
  unlock();
  await Promise.all(
    restorations.map((each) =>
      attempt(
        settings,
        each,
        each.stage().then(() => each.commit()),
      ),
    ),
  );
  await setFlowRestoreWait(client, false);
  took('flows');
  return took.steps;
}

function stopWatch() {
  const began = performance.now();
  const steps: Record<string, number> = {};
  const took = (step: string) => {
    steps[step] = Math.round(performance.now() - began);
  };
  return Object.assign(took, { steps });
}

async function attempt({ log }: NodeSettings, { flows }: Restoration, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // ovn-controller fills the tables as well, only later.
    log.error({ bridge: flows.bridge, err: error }, 'flows cannot be restored');
  }
}
