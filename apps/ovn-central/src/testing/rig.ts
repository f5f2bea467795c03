// A cluster of supervisors in one process, on loopback addresses 127.0.0.x, with the real databases and northd.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientOptions, connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type RotationPolicy, rotate, type StoredTls } from '@kube-ovn/pki';
import { type MakeCommand, TlsFiles, type TlsMaterial } from '@kube-ovn/supervise';
import {
  dataPlaneCommand,
  openRunDirectory,
  type RunDirectory,
  requireDataPlaneRoot,
  waitFor,
} from '@kube-ovn/testkit';
import { type Central, startCentral } from '../central.ts';
import type { CentralSettings, Timing } from '../settings.ts';

export const FAST: Timing = { tickMs: 50, patienceMs: 2_000, kickAfterMs: 1_000, electionTimerMs: 300 };

let nextPort = 21_000;

export interface Rig {
  readonly run: RunDirectory;
  readonly events: string[];
  start(host: string, members?: readonly string[], changes?: Partial<CentralSettings>): Central;
  directory(host: string): string;
  /** A client of the Northbound cluster. */
  client(hosts: readonly string[], tls?: () => TlsMaterial): OvsdbClient;
  /** One that stays with this member, and sees what it has. */
  clientOf(host: string): OvsdbClient;
  tlsFiles(host: string): TlsFiles;
  close(): Promise<void>;
}

/** Every daemon dies with the test, however that ends. */
const command: MakeCommand = (binary, args) => {
  const { file, args: words, env } = dataPlaneCommand(binary, args);
  return { file: 'setpriv', args: ['--pdeathsig', 'KILL', '--', file, ...words], env };
};

export function openRig({ tls = false } = {}): Rig {
  const run = openRunDirectory();
  const events: string[] = [];
  const started: Central[] = [];
  const clients: OvsdbClient[] = [];
  nextPort += 10;
  const ports = { nb: nextPort, sb: nextPort + 1, nbRaft: nextPort + 2, sbRaft: nextPort + 3 };
  const tlsFiles = (host: string) => new TlsFiles(join(run.folder(host), 'tls'));
  const openClient = (hosts: readonly string[], options: Partial<ClientOptions>) => {
    const endpoints = hosts.map((host) => `${tls ? 'ssl' : 'tcp'}:${host}:${ports.nb}`);
    const monitor = { Logical_Switch: ['name'] };
    const client = connect({ endpoints, database: 'OVN_Northbound', monitor, inactivityProbeMs: 1_000, ...options });
    clients.push(client);
    return client;
  };
  return {
    run,
    events,
    tlsFiles,
    directory: (host) => run.folder(host),
    start(host, members = [], changes = {}) {
      const directory = run.folder(host);
      mkdirSync(join(directory, 'log'), { recursive: true });
      const central = startCentral({
        self: host,
        members,
        listen: [host],
        ports,
        tls: tls ? tlsFiles(host) : undefined,
        tlsArguments: [],
        dataDirectory: join(directory, 'data'),
        runDirectory: directory,
        schemaDirectory: join(requireDataPlaneRoot(), 'usr/share/ovn'),
        clientProbeMs: 5_000,
        northdProbeMs: 5_000,
        northdThreads: 1,
        compactEveryMs: 0,
        timing: FAST,
        command,
        log: { info() {}, warn() {}, error() {} },
        logDirectory: join(directory, 'log'),
        observer: {
          setAside: (kind, why) => void events.push(`${host} ${kind.short} set aside: ${why}`),
          rebuilt: (kind) => void events.push(`${host} ${kind.short} rebuilt`),
        },
        ...changes,
      });
      started.push(central);
      return central;
    },
    client: (hosts, identity) => openClient(hosts, { tls: identity }),
    clientOf: (host) => openClient([host], { leaderOnly: false }),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all(started.map((central) => central.kill()));
      run.remove();
    },
  };
}

export function ready(...centrals: readonly Central[]): Promise<unknown> {
  return Promise.all(
    centrals.map((central) =>
      waitFor('readiness', () => central.notReady === undefined, { timeoutMs: 30_000 }).catch((error: unknown) => {
        throw new Error(central.notReady ?? 'ready too late', { cause: error });
      }),
    ),
  );
}

export async function addSwitch(client: OvsdbClient, name: string): Promise<void> {
  await client.current(AbortSignal.timeout(20_000));
  const transaction = client.newTransaction();
  transaction.insert('Logical_Switch', { name });
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}

/** Waits: a leader that was just elected shows what it had not committed before only a moment later. */
export function sees(client: OvsdbClient, ...names: readonly string[]): Promise<unknown> {
  const present = () => Array.from(client.replica.table('Logical_Switch').rows(), ({ name }) => String(name)).sort();
  return waitFor(`switches ${names.join(' ')}`, () => client.state === 'current' && present().join() === names.join());
}

const NO_TLS: StoredTls = { trusted: '', certificate: '', key: '', authorityKeys: '' };

const MINUTE_MS = 60_000;
const POLICY: RotationPolicy = { intervalMs: 10 * MINUTE_MS, authorityLifetimeMs: 40 * MINUTE_MS, settleMs: 1 };

/**
 * Identities of one system, each the renewal of the one before as its time comes: leaves, and now and then an authority.
 * The first was made a while ago and the last in a while, so that a dozen of them are valid now.
 */
export function identities(): () => TlsMaterial {
  let stored = NO_TLS;
  let now = Date.now() - 15 * MINUTE_MS;
  return () => {
    const step = rotate(stored, now, POLICY);
    ({ stored } = step);
    now = step.nextAt;
    return { ca: stored.trusted, cert: stored.certificate, key: stored.key };
  };
}
