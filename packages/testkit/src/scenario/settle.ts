// Waits until the controller has seen everything, planned it, committed it and written it, and nothing new came of that.

import { setTimeout as delay } from 'node:timers/promises';
import type { RunningController } from './controller-slot.ts';
import type { Scene } from './scene.ts';

const LIMIT_MS = 20_000;
const LOOK_AGAIN_MS = 1;

export async function settle(scene: Scene): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  const late = delay(LIMIT_MS, undefined, { ref: false }).then(() => 'late' as const);
  for (;;) {
    const before = progress(scene);
    const running = await Promise.race([scene.controller.running(), late]);
    if (running === 'late') throw new Error('the controller does not start');
    const { controller, died } = running;
    const waits = { for: '' };
    const round = oneRound(scene, controller, deadline, waits).catch((error: unknown) => error as Error);
    const outcome = await Promise.race([round, died.then(() => 'died' as const), late]);
    if (outcome === 'late')
      throw new Error(`not settled after ${LIMIT_MS} ms, ${waits.for}: ${progress(scene)}, was ${before}`);
    if (outcome === 'died') continue;
    if (outcome instanceof Error && before === progress(scene)) throw outcome;
    if (before === progress(scene)) return;
  }
}

async function oneRound(
  scene: Scene,
  controller: RunningController,
  deadline: number,
  waits: { for: string },
): Promise<void> {
  waits.for = 'its connections are not open';
  while (!controller.healthy) {
    if (performance.now() > deadline) throw new Error(waits.for);
    await delay(LOOK_AGAIN_MS);
  }
  let snapshot = await scene.server.refresh?.();
  for (const kind of snapshot === undefined ? [] : controller.kinds) {
    waits.for = `${kind} is known otherwise`;
    while (!sameVersions(snapshot?.get(kind), controller.versions(kind))) {
      // Its own writes go on meanwhile: the next round compares with their result.
      if (performance.now() > deadline) throw new Error(waits.for);
      await delay(LOOK_AGAIN_MS * 10);
      snapshot = await scene.server.refresh?.();
    }
  }
  for (const kind of snapshot === undefined ? controller.kinds : []) {
    const changed = scene.revisions.get(kind) ?? 0;
    waits.for = `${kind} of revision ${changed} is not seen`;
    while (Number(controller.seen(kind) ?? 0) < changed) {
      if (performance.now() > deadline) throw new Error(waits.for);
      await delay(LOOK_AGAIN_MS);
    }
  }
  waits.for = 'its copy of the database is not current';
  await controller.northbound.current();
  // The answer comes after the updates of everything that was committed before.
  await controller.northbound.transact([]);
  waits.for = 'it goes on working';
  await controller.settled();
  await scene.server.refresh?.();
  waits.for = 'the database does not answer';
  await scene.northbound.current();
}

function progress(scene: Scene): string {
  const { server, relay, controller } = scene;
  return `revision ${server.revision}, transaction ${relay.transactions}, life ${controller.lives}`;
}

function sameVersions(one: ReadonlyMap<string, string> | undefined, other: ReadonlyMap<string, string>): boolean {
  return one !== undefined && one.size === other.size && [...one].every(([key, version]) => other.get(key) === version);
}
