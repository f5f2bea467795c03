// From one ovs-vswitchd to the next. The silence is only the time between the end of the old one and the flows of the new
// one, so everything else happens before: the new one is loaded, knows the database and waits for its lock.

import { rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type ManagedProcess, until } from '@kube-ovn/supervise';
import { bridgeNames } from '../node/ovs-client.ts';
import { killPredecessor, type Predecessor } from '../node/predecessor.ts';
import type { NodeSettings } from '../settings.ts';
import { setFlowRestoreWait } from './flow-restore-wait.ts';
import { type BridgeFlows, restoreFlows, saveFlows } from './flows.ts';

export interface Handover {
  readonly settings: NodeSettings;
  readonly client: OvsdbClient;
  readonly next: ManagedProcess;
  readonly old: Predecessor;
  /** Called when the old one is about to be ended: from here on everything is ours. */
  readonly take: () => void;
}

export async function handOver({ settings, client, next, old, take }: Handover): Promise<void> {
  const { log } = settings;
  next.spawn();
  try {
    await next.answers();
    await isWaiting(next);
  } catch (error) {
    await next.kill();
    throw error;
  }
  const saved = await saveFlows(settings, bridgeNames(client));
  const system = settings.datapath === 'system';
  if (system) await setFlowRestoreWait(client, true);
  take();
  // The old one keeps what is connected; a socket under this name is from now on the new one's.
  for (const { bridge } of saved) rmSync(managementSocket(settings, bridge), { force: true });
  const began = performance.now();
  await killPredecessor(old);
  const ended = performance.now();
  await Promise.all(saved.map((flows) => restoreWhenThere(settings, flows)));
  if (system) await setFlowRestoreWait(client, false);
  const done = performance.now();
  log.info(
    {
      endMs: Math.round(ended - began),
      restoreMs: Math.round(done - ended),
      flows: saved.map(({ bridge, flows }) => `${bridge}: ${flows === '' ? 0 : flows.split('\n').length}`),
    },
    'ovs-vswitchd has changed',
  );
  await next.adopt();
}

/** It has read the database and does not have the lock. */
function isWaiting(next: ManagedProcess): Promise<unknown> {
  return until('the new ovs-vswitchd to wait', async () => {
    const cluster = await next.control('memory/show').catch(() => undefined);
    return cluster !== undefined;
  });
}

async function restoreWhenThere(settings: NodeSettings, flows: BridgeFlows): Promise<void> {
  const path = managementSocket(settings, flows.bridge);
  try {
    await until(`bridge ${flows.bridge}`, () => accepts(path), { timeoutMs: 10_000, intervalMs: 1 });
    await restoreFlows(settings, flows);
  } catch (error) {
    // ovn-controller fills the tables as well, only later.
    settings.log.warn({ bridge: flows.bridge, err: error }, 'flows cannot be restored');
  }
}

function managementSocket({ directories }: NodeSettings, bridge: string): string {
  return `${directories.run}/${bridge}.mgmt`;
}

function accepts(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connectSocket(path);
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
