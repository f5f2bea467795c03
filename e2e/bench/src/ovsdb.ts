// Our OVSDB client against what a real ovsdb-server can do: the same transactions and the same dump, once through the
// client (encode, decode, replica), once as ready-made bytes on a bare socket that only counts replies. Both connections
// monitor the same tables, so the server does the same work. Rounds alternate, the best of each side counts.

import { type ClientOptions, connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import { dataPlaneCommand, runCommand, startOvsdb } from '@kube-ovn/testkit';
import { BareConnection } from './ovsdb-floor.ts';
import {
  addPorts,
  createSwitch,
  DATABASE,
  deleteSwitch,
  MONITOR,
  monitorRequest,
  portRow,
  serialized,
  touchSwitches,
} from './ovsdb-workload.ts';

interface Mode {
  readonly name: string;
  readonly transactions: number;
  readonly perTransaction: number;
  readonly inFlight: number;
}

const MODES: readonly Mode[] = [
  { name: 'serial', transactions: 1_000, perTransaction: 1, inFlight: 1 },
  { name: 'inFlight32', transactions: 1_000, perTransaction: 1, inFlight: 32 },
  { name: 'batch100', transactions: 20, perTransaction: 100, inFlight: 1 },
  { name: 'batch100InFlight4', transactions: 40, perTransaction: 100, inFlight: 4 },
];
const ROUNDS = 9;
const DUMP_ROUNDS = 20;
const DUMP_PORTS = 10_000;
const TOOL_RUNS = 20;

export async function run(): Promise<{ figures: Record<string, number>; floors: Record<string, number> }> {
  const server = await startOvsdb({ schema: DATABASE });
  try {
    const figures: Record<string, number> = {};
    const floors: Record<string, number> = {};
    for (const mode of MODES) {
      const { ours, bare } = await measureTransactions(server.endpoint, mode);
      const ports = mode.transactions * mode.perTransaction;
      figures[`${mode.name}PortsPerSecond`] = perSecond(ports, ours);
      floors[`${mode.name}PortsPerSecond`] = perSecond(ports, bare);
      figures[`${mode.name}OfServer`] = share(bare, ours);
    }
    figures.nbctlPortsPerSecond = await measureTool(server.endpoint);
    const { ours, bare } = await measureDump(server.endpoint);
    figures.dumpRowsPerSecond = perSecond(DUMP_PORTS, ours);
    floors.dumpRowsPerSecond = perSecond(DUMP_PORTS, bare);
    figures.dumpOfServer = share(bare, ours);
    // What the server can do is reached with requests in flight; the lower of writing and reading counts.
    figures.ofServer = Math.min(figures.inFlight32OfServer!, figures.dumpOfServer);
    return { figures, floors };
  } finally {
    await server.stop();
  }
}

interface Milliseconds {
  readonly ours: number;
  readonly bare: number;
}

async function measureTransactions(endpoint: string, mode: Mode): Promise<Milliseconds> {
  const helper = await openClient(endpoint, {});
  const requests = (uuid: string) => serialized(helper, uuid, mode.transactions, mode.perTransaction);
  const times = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    // Each side has its connection alone: a second monitor would cost the server, and this process, twice.
    const client = await openClient(endpoint, MONITOR);
    times.ours = Math.min(times.ours, await onSwitch(helper, (uuid) => runClient(client, uuid, mode)));
    await client.close();
    const bare = await BareConnection.open(endpoint);
    await bare.run([monitorRequest(helper)], 1);
    times.bare = Math.min(times.bare, await onSwitch(helper, (uuid) => bare.run(requests(uuid), mode.inFlight)));
    await bare.close();
  }
  await helper.close();
  return times;
}

async function onSwitch(helper: OvsdbClient, measure: (uuid: string) => Promise<number>): Promise<number> {
  const uuid = await createSwitch(helper);
  const elapsed = await measure(uuid);
  await deleteSwitch(helper, uuid);
  return elapsed;
}

/** Building the operations is part of the price. */
async function runClient(client: OvsdbClient, uuid: string, mode: Mode): Promise<number> {
  const start = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < mode.transactions) {
      const number = next++;
      const transaction = addPorts(client.newTransaction(), uuid, number * mode.perTransaction, mode.perTransaction);
      const outcome = await client.transact(transaction.operations);
      if (!outcome.ok) throw outcome.error;
    }
  };
  await Promise.all(Array.from({ length: mode.inFlight }, lane));
  return performance.now() - start;
}

async function measureDump(endpoint: string): Promise<Milliseconds> {
  const helper = await openClient(endpoint, {});
  for (let port = 0; port < DUMP_PORTS; port += 1_000) {
    const uuid = await createSwitch(helper);
    const outcome = await helper.transact(addPorts(helper.newTransaction(), uuid, port, 1_000).operations);
    if (!outcome.ok) throw outcome.error;
  }
  const times = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
  for (let round = 0; round < DUMP_ROUNDS; round++) {
    // A server that still has the text of the last dump would give it out again: a change makes it write a new one.
    await touchSwitches(helper, `ours ${round}`);
    times.ours = Math.min(times.ours, await dumpClient(endpoint));
    await touchSwitches(helper, `bare ${round}`);
    times.bare = Math.min(times.bare, await dumpBare(endpoint, monitorRequest(helper)));
  }
  await helper.close();
  return times;
}

/** From the open connection to the complete replica. */
async function dumpClient(endpoint: string): Promise<number> {
  let start = 0;
  const client = connect({
    endpoints: [endpoint],
    database: DATABASE,
    monitor: MONITOR,
    onStateChange: (state) => {
      if (state === 'syncing') start = performance.now();
    },
  });
  await client.current();
  const elapsed = performance.now() - start;
  if (client.replica.table('Logical_Switch_Port').size !== DUMP_PORTS) throw new Error('the dump is not complete');
  await client.close();
  return elapsed;
}

async function dumpBare(endpoint: string, request: Buffer): Promise<number> {
  const bare = await BareConnection.open(endpoint);
  const elapsed = await bare.run([request], 1);
  await bare.close();
  return elapsed;
}

/** The usual way: one change, one process. */
async function measureTool(endpoint: string): Promise<number> {
  const nbctl = (...args: string[]) => runCommand(dataPlaneCommand('ovn-nbctl', [`--db=${endpoint}`, ...args]));
  await nbctl('ls-add', 'tool');
  const start = performance.now();
  for (let number = 0; number < TOOL_RUNS; number++) {
    const { name, addresses } = portRow(number);
    await nbctl('lsp-add', 'tool', name, '--', 'lsp-set-addresses', name, addresses[0]!);
  }
  const elapsed = performance.now() - start;
  await nbctl('ls-del', 'tool');
  return perSecond(TOOL_RUNS, elapsed);
}

async function openClient(endpoint: string, monitor: ClientOptions['monitor']): Promise<OvsdbClient> {
  const client = connect({ endpoints: [endpoint], database: DATABASE, monitor });
  await client.current();
  return client;
}

function perSecond(count: number, milliseconds: number): number {
  return Math.round((count * 1_000) / milliseconds);
}

function share(floor: number, ours: number): number {
  return Math.round((floor / ours) * 100) / 100;
}
