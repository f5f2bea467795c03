// The central half of OVN: Northbound and Southbound database and ovn-northd, all real.

import { Daemon } from './daemon.ts';
import { dataPlaneCommand } from './data-plane-command.ts';
import { type Ovsdb, startOvsdb } from './ovsdb.ts';
import { runCommand } from './run-command.ts';
import { openRunDirectory, type RunDirectory } from './run-directory.ts';

export interface CentralOptions {
  /** Host address on which both databases also listen by TCP, for chassis in other network namespaces. */
  readonly tcp?: string;
  readonly netns?: string;
  /** Raft members per database; without it both are standalone. */
  readonly clustered?: number;
  readonly northdThreads?: number;
  readonly runDirectory?: RunDirectory;
}

export interface Central {
  readonly nb: Ovsdb;
  readonly sb: Ovsdb;
  readonly northd: Daemon;
  /** Standard output of ovn-nbctl, which talks to the Northbound leader. */
  nbctl(...args: string[]): Promise<string>;
  sbctl(...args: string[]): Promise<string>;
  /** All Northbound changes so far are in the Southbound database. */
  waitNorthd(): Promise<void>;
  /** All Northbound changes so far are in the flow tables of every chassis. */
  waitChassis(): Promise<void>;
  /** Everything at once, as a power cut does it. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCentral(options: CentralOptions = {}): Promise<Central> {
  const run = options.runDirectory ?? openRunDirectory();
  const { tcp, netns, clustered } = options;
  const database = { tcp, netns, clustered, runDirectory: run };
  const started = await Promise.allSettled([
    startOvsdb({ ...database, schema: 'OVN_Northbound', name: 'nb' }),
    startOvsdb({ ...database, schema: 'OVN_Southbound', name: 'sb' }),
  ]);
  const databases = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  let northd: Daemon | undefined;
  const stop = async () => {
    await northd?.stop();
    await Promise.all(databases.map((db) => db.stop()));
    if (!options.runDirectory) run.remove();
  };
  try {
    const failure = started.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    const [nb, sb] = databases as [Ovsdb, Ovsdb];
    northd = northdOf(nb, sb, run.folder('northd'), options);
    await northd.start();
    return central(nb, sb, northd, run, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function central(nb: Ovsdb, sb: Ovsdb, northd: Daemon, run: RunDirectory, stop: () => Promise<void>): Central {
  const ctl = (binary: string, db: Ovsdb, args: readonly string[]) => {
    const common = [`--db=${db.endpoints.join(',')}`, '--timeout=30'];
    return runCommand(dataPlaneCommand(binary, [...common, ...args], { directory: run.path }));
  };
  const nbctl = (...args: string[]) => ctl('ovn-nbctl', nb, args);
  return {
    nb,
    sb,
    northd,
    nbctl,
    sbctl: (...args) => ctl('ovn-sbctl', sb, args),
    waitNorthd: async () => void (await nbctl('--wait=sb', 'sync')),
    waitChassis: async () => void (await nbctl('--wait=hv', 'sync')),
    kill: async () => void (await Promise.all([northd.kill(), nb.kill(), sb.kill()])),
    restart: async () => {
      await Promise.all([nb.restart(), sb.restart()]);
      await northd.restart();
    },
    stop,
  };
}

function northdOf(nb: Ovsdb, sb: Ovsdb, directory: string, options: CentralOptions): Daemon {
  const args = [`--ovnnb-db=${nb.endpoints.join(',')}`, `--ovnsb-db=${sb.endpoints.join(',')}`];
  if (options.northdThreads) args.push(`--n-threads=${options.northdThreads}`);
  const ready = async (daemon: Daemon) => (await daemon.appctl('status')).includes('active');
  return new Daemon({ name: 'northd', binary: 'ovn-northd', args, directory, ready });
}
