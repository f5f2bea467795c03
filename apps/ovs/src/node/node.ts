// The data plane of one node: its database, the switch and ovn-controller, started in this order, taken over from a
// predecessor that still runs, and kept running for as long as they are ours.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Netlink } from '@kube-ovn/netlink';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type ManagedProcess, until } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';
import { moveDeviceAside, removeOldDevice } from '../switch/datapath-device.ts';
import { handOver } from '../switch/handover.ts';
import { complaintsFile, vswitchd } from '../switch/vswitchd.ts';
import { warmUp } from '../switch/warm-up.ts';
import { TunnelNic } from '../tunnel-nic/tunnel-nic.ts';
import { databaseServer, prepareDatabase, publishDatabase, removeOtherGenerations } from './database.ts';
import { assertRow, rowWish } from './open-vswitch-row.ts';
import { LEAVE_FLOWS, ovnController } from './ovn-controller.ts';
import { openOvs } from './ovs-client.ts';
import { Owner } from './owner.ts';
import { endPredecessor, findPredecessor, isFrozen, thaw } from './predecessor.ts';
import { systemId } from './system-id.ts';

const ASSERT_EVERY_MS = 5_000;
/** A new ovn-controller has replaced the flows of the one before by then. */
const FLOWS_KNOWN_MS = 10_000;

export interface DataPlane {
  readonly client: OvsdbClient;
  readonly database: ManagedProcess;
  readonly vswitchd: ManagedProcess;
  readonly controller: ManagedProcess;
  /** false: another supervisor has taken over. */
  readonly isOurs: boolean;
  readonly notReady: string | undefined;
  /** Ends what is still ours; the chassis stays known and its flows stay. */
  stop(): Promise<void>;
  /** Takes the node out of the network and undoes what was done to it. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

export async function startDataPlane(
  settings: NodeSettings,
  netlink: Netlink,
  signal: AbortSignal,
): Promise<DataPlane> {
  const { directories, log } = settings;
  const { run, ovnRun, etc } = directories;
  for (const directory of [run, ovnRun, etc]) mkdirSync(directory, { recursive: true });
  const generation = randomBytes(4).toString('hex');
  const owner = new Owner(run, generation);
  const mayRestart = () => owner.isMine;
  const served = { path: '', isOpen: true };
  let wasFrozen = false;
  const database = databaseServer(settings, generation, served, mayRestart);
  const daemon = vswitchd(settings, generation, mayRestart);
  const controller = ovnController(settings, generation, mayRestart);
  const nic = settings.datapath === 'userspace' ? new TunnelNic(settings, netlink) : undefined;
  const old = {
    database: predecessor('ovsdb-server', run),
    vswitchd: predecessor('ovs-vswitchd', run),
    controller: predecessor('ovn-controller', ovnRun),
  };
  const id = systemId(etc);
  let hasFlows = old.vswitchd !== undefined;

  const refused = await nic?.refusal();
  if (refused) throw new Error(refused);
  if (nic && old.database && old.vswitchd) {
    await warmUp(settings, generation, daemon).catch((error: unknown) =>
      log.warn({ err: error }, 'the next switch stays cold'),
    );
  }
  const client = openOvs(settings, generation);
  const complaints = complaintsFile(settings, generation);
  const assert = () => assertRow(client, rowWish(settings, id, { cpus: availableParallelism(), hasFlows }));
  if (old.database && old.vswitchd) {
    const { database: oldDatabase, vswitchd: oldSwitch } = old;
    log.info({ predecessors: old }, 'taking over');
    served.isOpen = false;
    await handOver({
      ...{ settings, generation, client, database, vswitchd: daemon, complaints, assert, served },
      old: { database: oldDatabase, vswitchd: oldSwitch },
      moveAside: () => moveDeviceAside(netlink, settings.netns),
      take: () => owner.take(),
    }).catch(async (error: unknown) => {
      // Forwarding with a gap is better than not at all.
      log.warn({ err: error }, 'taking over without a gap has failed');
      await endPredecessor(oldSwitch);
      await endPredecessor(oldDatabase);
    });
  }
  owner.take();
  if (old.controller) await endPredecessor(old.controller, LEAVE_FLOWS);
  for (const directory of [run, ovnRun]) removeStaleSockets(directory, [generation]);
  if (!daemon.running) await startCold();
  removeOtherGenerations(directories, served.path);
  await quieten(daemon, complaints);
  await nic?.assert(client);
  if (nic) await removeOldDevice(netlink, settings.netns);
  const controllerRuns = startController();
  const timer = setInterval(() => void assertAll(), ASSERT_EVERY_MS);

  async function startCold(): Promise<void> {
    hasFlows = false;
    if (old.vswitchd) await endPredecessor(old.vswitchd);
    if (old.database) await endPredecessor(old.database);
    await database.stop([]);
    served.path = await prepareDatabase(settings, generation);
    await database.start(signal);
    publishDatabase(settings, generation, served.path);
    await client.current(signal);
    await assert();
    await daemon.start(signal);
  }

  function predecessor(binary: string, directory: string) {
    return findPredecessor(join(directory, `${binary}.pid`), binary, (pid) => join(directory, `${binary}.${pid}.ctl`));
  }

  /** The switch forwards without it; a missing certificate must not keep the switch from running. */
  async function startController(): Promise<void> {
    const { tls } = settings;
    if (tls && !tls.read()) log.info({}, 'ovn-controller waits for the Secret kube-ovn-tls');
    if (tls) await until('TLS identity', () => tls.read(), { timeoutMs: Infinity, intervalMs: 200, signal });
    while (!signal.aborted && owner.isMine) {
      try {
        await controller.start(signal);
        setTimeout(() => {
          hasFlows = false;
        }, FLOWS_KNOWN_MS).unref();
        return;
      } catch (error) {
        log.error({ err: error }, 'ovn-controller does not start, trying again');
        await new Promise((done) => setTimeout(done, 2_000));
      }
    }
  }

  async function assertAll(): Promise<void> {
    if (!owner.isMine) return;
    thawAbandoned();
    if (client.state !== 'current') return;
    try {
      await assert();
      if (daemon.running) await nic?.assert(client);
    } catch (error) {
      log.warn({ err: error }, 'the node cannot be kept right now');
    }
  }

  /** A successor that died in the middle of the hand-over has left our database frozen. */
  function thawAbandoned(): void {
    const { pid } = database;
    const frozen = pid !== undefined && isFrozen(pid);
    if (frozen && wasFrozen) thaw({ pid });
    wasFrozen = frozen && !wasFrozen;
  }

  async function end(how: 'stop' | 'kill'): Promise<void> {
    clearInterval(timer);
    await controllerRuns.catch(() => {});
    await client.close();
    const all = [controller, daemon, database];
    if (!owner.isMine) {
      for (const each of all) each.letGo();
      return;
    }
    if (how === 'kill') return void (await Promise.all(all.map((each) => each.kill())));
    await controller.stop(LEAVE_FLOWS);
    await daemon.stop([]);
    await database.stop([]);
    owner.release();
  }

  return {
    client,
    database,
    vswitchd: daemon,
    controller,
    get isOurs() {
      return owner.isMine;
    },
    get notReady() {
      if (!owner.isMine) return 'another pod has taken over';
      const missing = [database, daemon, controller].find(({ running }) => !running);
      return missing && `${missing.spec.name} does not run`;
    },
    stop: () => end('stop'),
    kill: () => end('kill'),
    async leave() {
      clearInterval(timer);
      if (!owner.isMine) return end('stop');
      // Without --restart it takes its chassis out of the Southbound database, if that is still there.
      await controller.stop([], 3_000);
      await nic?.giveBack(client.state === 'current' ? client : undefined);
      await end('stop');
    },
  };
}

/** The file was only for the hand-over. */
async function quieten(daemon: ManagedProcess, complaints: string): Promise<void> {
  await daemon.control('vlog/set', 'file:off').catch(() => {});
  await daemon.control('vlog/close').catch(() => {});
  rmSync(complaints, { force: true });
}

/** Of daemons that were killed: their names would be found before those of the living. */
function removeStaleSockets(directory: string, kept: readonly string[]): void {
  for (const name of readdirSync(directory)) {
    const [, generation, pid] =
      /^(?:ov[sn]\S+?|db)\.(?:([0-9a-f]{8})|(\d+))\.(?:ctl|log|sock|own\.sock)$/.exec(name) ?? [];
    const isStale = generation ? !kept.includes(generation) : pid !== undefined && !existsSync(`/proc/${pid}`);
    if (isStale) rmSync(join(directory, name), { force: true });
  }
}
