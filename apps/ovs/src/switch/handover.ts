// From one generation of database server and switch to the next. The silence is only the time between the end of the old
// switch and the flows and taps of the new one, so everything else happens before. Both change together: a userspace switch that
// loses its database forwards nothing until it has found it again, which takes it a second.

import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type ManagedProcess, until } from '@kube-ovn/supervise';
import { copyDatabase, databaseSocket, publishDatabase, type ServedDatabase } from '../node/database.ts';
import { bridgeNames } from '../node/ovs-client.ts';
import { freeze, killPredecessor, type Predecessor, thaw } from '../node/predecessor.ts';
import type { NodeSettings } from '../settings.ts';
import { change } from './change.ts';
import { managementSocket, saveFlows } from './flows.ts';
import { prepareRestoration, type Restoration } from './restoration.ts';

export interface Handover {
  readonly settings: NodeSettings;
  readonly generation: string;
  /** Of the next generation, as the two processes are. */
  readonly client: OvsdbClient;
  readonly database: ManagedProcess;
  readonly vswitchd: ManagedProcess;
  readonly old: { readonly database: Predecessor; readonly vswitchd: Predecessor };
  /** What the next server serves. */
  readonly served: ServedDatabase;
  /** What is to be so in the database before the switch reads it. */
  readonly assert: () => Promise<void>;
  /** Where the next switch says that it waits. */
  readonly complaints: string;
  /** Frees the name of the datapath's own device, which two switches cannot share. */
  readonly moveAside: () => Promise<void>;
  /** Called when the old ones are about to be ended: from here on everything is ours. */
  readonly take: () => void;
}

/** A switch waits as long as somebody else has this lock. */
const SWITCH_LOCK = 'ovs_vswitchd';
const LIMIT_MS = 20_000;
const URGENT = -20;

export async function handOver(handover: Handover): Promise<void> {
  const { settings, client, database, vswitchd, old } = handover;
  let restorations: Restoration[] = [];
  let taken = false;
  // Nobody writes into the old database any more, so the copy stays true; the old switch forwards on.
  freeze(old.database);
  try {
    const copy = await copyDatabase(settings, handover.generation);
    handover.served.path = copy.path;
    await database.start();
    await client.current(AbortSignal.timeout(LIMIT_MS));
    const lock = client.lock(SWITCH_LOCK);
    await lock.held(AbortSignal.timeout(LIMIT_MS));
    await handover.assert();
    await open(handover);
    if (!vswitchd.running) vswitchd.spawn();
    await vswitchd.answers();
    await until('the new ovs-vswitchd to wait', () => isWaiting(handover.complaints), { timeoutMs: LIMIT_MS });
    const saved = await saveFlows(settings, bridgeNames(client));
    hurry(true);
    restorations = await Promise.all(saved.map((flows) => prepareRestoration(settings, flows)));
    // Had it been lost, the next switch would have begun, and what is under its names would be its own.
    if (lock.state !== 'held') throw new Error(`the lock of the next switch is ${lock.state}`);
    if (!copy.isTrue()) throw new Error('the database was written to while it was handed over');
    taken = true;
    handover.take();
    publishDatabase(settings, handover.generation, copy.path);
    const unlock = () => void lock.unlock();
    const { moveAside, generation } = handover;
    const steps = await change({
      ...{ settings, generation, client, vswitchd, restorations, unlock, moveAside },
      old: old.vswitchd,
    });
    const flows = Object.fromEntries(saved.map(({ bridge, count }) => [bridge, count]));
    settings.log.info({ milliseconds: Math.max(...Object.values(steps)), steps, flows }, 'ovs-vswitchd has changed');
  } catch (error) {
    await vswitchd.kill();
    if (!taken) {
      await database.kill();
      handover.served.isOpen = true;
    }
    throw error;
  } finally {
    hurry(false);
    if (!taken) thaw(old.database);
    for (const restoration of restorations) restoration.close();
  }
  await killPredecessor(old.database);
  await vswitchd.adopt();
  const deaf = restorations.filter(({ flows }) => !existsSync(managementSocket(settings, flows.bridge)));
  if (deaf.length === 0) return;
  // Nobody could give it flows. A switch that is started anew opens its sockets anew.
  settings.log.warn(
    { bridges: deaf.map(({ flows }) => flows.bridge) },
    'the next ovs-vswitchd is deaf and starts again',
  );
  await vswitchd.restart();
}

/** Between the old and the new, nothing else of this node is more urgent than we are. */
function hurry(on: boolean): void {
  try {
    setPriority(on ? URGENT : 0);
  } catch {
    // It needs CAP_SYS_NICE.
  }
}

/** From here on the switch finds the database, whose lock we have by now. */
async function open({ settings, generation, database, served }: Handover): Promise<void> {
  served.isOpen = true;
  await database.control('ovsdb-server/add-remote', `punix:${databaseSocket(settings.directories, generation)}`);
}

/** It has read the database, asked for the lock, and learned that somebody has it. */
function isWaiting(complaints: string): boolean {
  return existsSync(complaints) && readFileSync(complaints, 'utf8').includes('another ovs-vswitchd process is running');
}
