// From one ovs-vswitchd to the next. The silence is only the time between the end of the old one and the flows of the new
// one, so everything else happens before: the new one is loaded, knows the database and waits for its lock.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type ManagedProcess, until } from '@kube-ovn/supervise';
import { bridgeNames } from '../node/ovs-client.ts';
import { killPredecessor, type Predecessor } from '../node/predecessor.ts';
import type { NodeSettings } from '../settings.ts';
import { setFlowRestoreWait } from './flow-restore-wait.ts';
import { managementSocket, saveFlows } from './flows.ts';
import { prepareRestoration, type Restoration } from './restoration.ts';

export interface Handover {
  readonly settings: NodeSettings;
  readonly client: OvsdbClient;
  readonly next: ManagedProcess;
  readonly old: Predecessor;
  /** Where the next one says that it waits. */
  readonly complaints: string;
  /** Called when the old one is about to be ended: from here on everything is ours. */
  readonly take: () => void;
}

export async function handOver({ settings, client, next, old, complaints, take }: Handover): Promise<void> {
  next.spawn();
  let restorations: Restoration[] = [];
  try {
    await next.answers();
    await until('the new ovs-vswitchd to wait', () => isWaiting(complaints), { timeoutMs: 20_000 });
    const saved = await saveFlows(settings, bridgeNames(client));
    restorations = await Promise.all(saved.map((flows) => prepareRestoration(settings, flows)));
    await change(settings, client, old, take, restorations);
  } catch (error) {
    // The old one may still forward, and then goes on.
    await next.kill();
    throw error;
  } finally {
    for (const restoration of restorations) restoration.close();
  }
  await next.adopt();
}

async function change(
  settings: NodeSettings,
  client: OvsdbClient,
  old: Predecessor,
  take: () => void,
  restorations: readonly Restoration[],
): Promise<void> {
  // In the kernel, flows outlive the switch; the new one must not clear them before it knows better.
  const system = settings.datapath === 'system';
  if (system) await setFlowRestoreWait(client, true);
  take();
  // The old one keeps what is connected; a socket under this name is from now on the new one's.
  for (const { flows } of restorations) rmSync(managementSocket(settings, flows.bridge), { force: true });
  const began = performance.now();
  await killPredecessor(old);
  await Promise.all(restorations.map((restoration) => restore(settings, restoration)));
  if (system) await setFlowRestoreWait(client, false);
  const facts = {
    milliseconds: Math.round(performance.now() - began),
    flows: Object.fromEntries(restorations.map(({ flows }) => [flows.bridge, flows.count])),
  };
  settings.log.info(facts, 'ovs-vswitchd has changed');
}

/** It has read the database, asked for the lock, and learned that somebody has it. */
function isWaiting(complaints: string): boolean {
  return existsSync(complaints) && readFileSync(complaints, 'utf8').includes('another ovs-vswitchd process is running');
}

async function restore({ log }: NodeSettings, restoration: Restoration): Promise<void> {
  try {
    await restoration.run();
  } catch (error) {
    // ovn-controller fills the tables as well, only later.
    log.warn({ bridge: restoration.flows.bridge, err: error }, 'flows cannot be restored');
  }
}
