// Sends some data by TCP over one pair of each kind of path. An echo can get through where TCP hangs: with checksums that
// nobody fills in, a wrong MTU, or connection tracking that sees only one direction.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Family } from '../network/address-plan.ts';
import type { Pair } from './choose-pairs.ts';
import type { Endpoint } from './endpoint.ts';

export interface TransferResult extends Pair {
  readonly family: Family;
  readonly bytes: number;
  readonly ok: boolean;
  readonly ms: number;
}

const PORT = 5001;
const BYTES = 4 * 1024 * 1024;

export async function runTransfers(pairs: readonly Pair[], families: readonly Family[]): Promise<TransferResult[]> {
  const chosen = onePerPath(pairs);
  const servers = await Promise.all([...new Set(chosen.map(({ to }) => to))].map(startServer));
  try {
    const results: TransferResult[] = [];
    for (const pair of chosen) results.push(...(await transfer(pair, families)));
    return results;
  } finally {
    for (const server of servers) server.kill();
  }
}

/** Of those that must work, the first of each kind of path. */
export function onePerPath(pairs: readonly Pair[]): Pair[] {
  const first = new Map<string, Pair>();
  for (const pair of pairs) if (pair.expect === 'reach' && !first.has(pair.path)) first.set(pair.path, pair);
  return [...first.values()];
}

async function startServer(place: Endpoint): Promise<ChildProcess> {
  const server = startScript(place, 'transfer-server.ts', [String(PORT)]);
  await Promise.race([once(server.stdout!, 'data'), once(server, 'exit')]);
  return server;
}

async function transfer(pair: Pair, families: readonly Family[]): Promise<TransferResult[]> {
  const targets = families.map((family) => pair.to.addresses[family]!);
  const client = startScript(pair.from, 'transfer-client.ts', [String(PORT), String(BYTES), ...targets]);
  const results: TransferResult[] = [];
  for await (const line of createInterface(client.stdout!)) {
    const { target, received, ms } = JSON.parse(line) as { target: string; received: number; ms: number };
    results.push({ ...pair, family: target.includes(':') ? 6 : 4, bytes: BYTES, ok: received === BYTES, ms });
  }
  return results;
}

function startScript(place: Endpoint, script: string, args: readonly string[]): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, script), ...args];
  return spawn('nsenter', [`--net=${place.netns}`, '--', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
}
