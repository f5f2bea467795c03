// One disturbance under ping: what was lost on each path, what was written, how long it took.

import { setTimeout as delay } from 'node:timers/promises';
import { Pinger, type PingPath } from './pinger.ts';
import type { Disturbance } from './restarts.ts';
import type { WriteCounter } from './write-counts.ts';

export interface RoundResult {
  readonly name: string;
  readonly seconds: number;
  readonly lost: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly writes: readonly string[];
}

/** Some pings before and after, and time for what a program writes a little later. */
const BEFORE_MS = 200;
const AFTER_MS = 1_500;

export async function runRound(
  disturbance: Disturbance,
  paths: readonly PingPath[],
  counter: WriteCounter,
): Promise<RoundResult> {
  const pingers = paths.map((path) => new Pinger(path));
  await Promise.all(pingers.map(({ warm }) => warm));
  await counter.reset();
  await delay(BEFORE_MS);
  const began = performance.now();
  await disturbance.run();
  const seconds = (performance.now() - began) / 1000;
  await delay(AFTER_MS);
  const counts = await Promise.all(pingers.map((pinger) => pinger.stop()));
  const { writes } = await counter.counts();
  return {
    name: disturbance.name,
    seconds,
    lost: Object.fromEntries(counts.map(({ sent, received }, index) => [paths[index]!.name, sent - received])),
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    writes,
  };
}

export function isClean({ lost, writes }: RoundResult): boolean {
  return writes.length === 0 && Object.values(lost).every((count) => count === 0);
}
