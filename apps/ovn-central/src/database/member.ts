// One database of this pod for as long as the pod runs: finds out what to do with its file, serves it, watches the cluster,
// and when the server or the cluster cannot go on, decides anew.

import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '@kube-ovn/supervise';
import { type Beacon, openBeacon } from '../membership/beacon.ts';
import { decideRunning } from '../membership/decide-running.ts';
import { decideStart, type LocalFile, type StartDecision } from '../membership/decide-start.ts';
import type { OtherPod, PeerAnswer, Peers } from '../membership/peer.ts';
import { probePeer } from '../membership/probe-peer.ts';
import { parseRaftStatus, type RaftStatus } from '../membership/raft-status.ts';
import { type CentralSettings, isClustered, raftAddress } from '../settings.ts';
import { Clocked } from './clocked.ts';
import { DatabaseFiles } from './files.ts';
import type { DatabaseKind } from './kind.ts';
import { databaseServer } from './server.ts';

/** Of the ticks while a cluster is well, every so many ask the peers. */
const PEERS_EVERY_TICKS = 5;
/** The pod with the data to begin with is being replaced: a slow pull of its image must not cost the data. */
const PATIENCE_WITH_A_SEED = 10;
const DATA: ReadonlySet<PeerAnswer['kind']> = new Set(['member', 'seed', 'standalone']);

export class DatabaseMember {
  readonly kind: DatabaseKind;
  readonly files: DatabaseFiles;
  readonly #settings: CentralSettings;
  readonly #server: ManagedProcess;
  readonly #leaderless = new Clocked();
  readonly #joining = new Clocked();
  #status: RaftStatus | undefined;
  #waitingFor: string | undefined = 'not looked at yet';
  #isStandby = false;
  #running: Promise<void> | undefined;

  constructor(kind: DatabaseKind, settings: CentralSettings) {
    this.kind = kind;
    this.#settings = settings;
    this.files = new DatabaseFiles(kind, settings);
    this.#server = databaseServer(kind, settings, this.files.path);
  }

  /** Why no client can write by this member or its cluster; undefined when one can. */
  get notReady(): string | undefined {
    if (this.#waitingFor) return this.#waitingFor;
    if (!this.#server.running) return 'its server is starting again';
    if (!isClustered(this.#settings)) return undefined;
    if (this.#status?.state !== 'member') return `it is ${this.#status?.state ?? 'starting'}`;
    return this.#status.hasLeader ? undefined : 'the cluster has no leader';
  }

  /** It need not serve: another one does until its turn comes. */
  get isStandby(): boolean {
    return this.#waitingFor !== undefined && this.#isStandby;
  }

  get isServing(): boolean {
    return this.#waitingFor === undefined && this.#server.running;
  }

  get isLeader(): boolean {
    if (!this.isServing) return false;
    return !isClustered(this.#settings) || (this.#status?.state === 'member' && this.#status.role === 'leader');
  }

  get status(): RaftStatus | undefined {
    return this.#status;
  }

  get restarts(): number {
    return this.#server.restarts;
  }

  control(command: string, ...args: string[]): Promise<string> {
    return this.#server.control(command, ...args);
  }

  start(signal: AbortSignal): void {
    this.#running = this.#run(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** After the signal of `start` has aborted. A leader hands its office over before it ends. */
  async stop(): Promise<void> {
    await this.#running;
    await this.#server.stop([]);
  }

  async kill(): Promise<void> {
    await this.#running;
    await this.#server.kill();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#prepare(signal);
        await this.#serve(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#waitingFor = (error as Error).message;
        this.#settings.log.error({ database: this.kind.name, err: error }, 'cannot be served, trying again');
        await delay(this.#settings.timing.tickMs, undefined, { signal });
      }
    }
  }

  /** Returns when the file is one that a server can be started with. */
  async #prepare(signal: AbortSignal): Promise<void> {
    const { timing, log } = this.#settings;
    let noDataSince = performance.now();
    let patience = timing.patienceMs;
    let beacon: (Beacon & { readonly seed: boolean }) | undefined;
    try {
      for (;;) {
        signal.throwIfAborted();
        const local = await this.files.inspect();
        const others = await this.#others();
        const peers = await this.#askPeers(others);
        // Who showed data a moment ago has it still, even if it is being restarted now.
        if ([...peers.values()].some(({ kind }) => DATA.has(kind))) noDataSince = performance.now();
        const decision = this.#decideStart(local, peers, others, performance.now() - noDataSince, patience);
        this.#isStandby = decision.do === 'wait' && decision.standby === true;
        if (this.#isStandby) patience = timing.patienceMs * PATIENCE_WITH_A_SEED;
        if (decision.do === 'start') return;
        if (decision.do !== 'wait') {
          log.info({ database: this.kind.name, decision }, 'database file');
          await this.#act(decision, local);
          // What was just made to join is no leftover of a join that failed.
          if (decision.do === 'join') return;
          continue;
        }
        if (this.#waitingFor !== decision.why) log.info({ database: this.kind.name, why: decision.why }, 'waiting');
        this.#waitingFor = decision.why;
        const seed = local.kind === 'standalone';
        // Whoever has a file of a cluster says nothing: neither that it has no data nor that it can be joined.
        if (beacon?.seed !== seed && (seed || local.kind === 'none')) {
          await beacon?.close();
          beacon = { seed, ...(await this.#openBeacon(seed)) };
        }
        await delay(timing.tickMs, undefined, { signal });
      }
    } finally {
      await beacon?.close();
    }
  }

  #decideStart(
    local: LocalFile,
    peers: Peers,
    others: readonly OtherPod[] | undefined,
    waitedMs: number,
    patienceMs: number,
  ): StartDecision {
    const { self, members } = this.#settings;
    const address = raftAddress(this.#settings, this.kind, self);
    return decideStart({ self, members, address, local, peers, others, waitedMs, patienceMs });
  }

  /** undefined: they cannot be listed now. */
  async #others(): Promise<readonly OtherPod[] | undefined> {
    const { others, self } = this.#settings;
    if (!others || isClustered(this.#settings)) return [];
    try {
      return (await others()).filter(({ host }) => host !== self);
    } catch (error) {
      this.#settings.log.warn({ database: this.kind.name, err: error }, 'other pods cannot be listed');
      return undefined;
    }
  }

  async #act(decision: StartDecision, local: LocalFile): Promise<void> {
    switch (decision.do) {
      case 'create-standalone':
        return this.files.createStandalone();
      case 'create':
        return decision.from === 'schema' ? this.files.createCluster() : this.files.standaloneToCluster();
      case 'join':
        return this.files.joinCluster(decision.hosts);
      case 'to-standalone':
        return void (await this.files.clusterToStandalone());
      case 'set-aside':
        return local.kind === 'joining' ? this.files.remove() : this.#setAside(decision.why);
      default:
        return undefined;
    }
  }

  async #setAside(why: string): Promise<void> {
    this.#settings.observer.setAside(this.kind, why, await this.files.setAside());
  }

  /** Returns when the file must be decided about anew. */
  async #serve(signal: AbortSignal): Promise<void> {
    this.#status = undefined;
    this.#leaderless.reset();
    this.#joining.reset();
    try {
      await this.#server.start(signal);
    } catch (error) {
      signal.throwIfAborted();
      const damage = await this.files.damage();
      if (!damage) throw error;
      return this.#setAside(damage);
    }
    this.#waitingFor = undefined;
    await this.control('ovsdb-server/memory-trim-on-compaction', 'on').catch(() => {});
    for (let tick = 0; !signal.aborted; tick++) {
      if (isClustered(this.#settings) && (await this.#watch(tick))) return;
      await delay(this.#settings.timing.tickMs, undefined, { signal });
    }
  }

  /** true: the server is stopped, and the file is another one. */
  async #watch(tick: number): Promise<boolean> {
    const status = await this.#readStatus();
    if (!status) return false;
    const isWell = status.state === 'member' && status.hasLeader;
    if (isWell && tick % PEERS_EVERY_TICKS !== 0) return false;
    const peers = await this.#askPeers();
    const decision = decideRunning({
      self: this.#settings.self,
      members: this.#settings.members,
      status,
      peers,
      index: await this.#index(),
      leaderlessMs: this.#leaderless.ms(!status.hasLeader),
      joiningMs: this.#joining.ms(status.state === 'joining'),
      patienceMs: this.#settings.timing.patienceMs,
      kickAfterMs: this.#settings.timing.kickAfterMs,
    });
    if (decision.do === 'nothing') return false;
    this.#settings.log.warn({ database: this.kind.name, decision }, 'cluster');
    if (decision.do === 'kick') {
      await this.control('cluster/kick', this.kind.name, decision.id).catch((error: unknown) => {
        this.#settings.log.warn({ database: this.kind.name, err: error }, 'cannot remove the member');
      });
      return false;
    }
    this.#waitingFor = decision.why;
    await this.#server.stop([]);
    if (decision.do === 'restart') return true;
    if (decision.do === 'rebuild') await this.#rebuild(decision.why);
    else if (status.state === 'joining') await this.files.remove();
    else await this.#setAside(decision.why);
    return true;
  }

  async #rebuild(why: string): Promise<void> {
    const { observer } = this.#settings;
    const damage = await this.files.damage();
    if (damage) return this.#setAside(damage);
    observer.setAside(this.kind, why, await this.files.clusterToStandalone());
    await this.files.standaloneToCluster();
    observer.rebuilt(this.kind, why);
  }

  async #readStatus(): Promise<RaftStatus | undefined> {
    try {
      this.#status = parseRaftStatus(await this.control('cluster/status', this.kind.name));
    } catch {
      // It is being started again.
      this.#status = undefined;
    }
    return this.#status;
  }

  async #index(): Promise<number> {
    const answer = await this.#ask(this.#settings.self);
    return answer.kind === 'member' ? answer.index : 0;
  }

  async #askPeers(pods: readonly OtherPod[] = []): Promise<Peers> {
    const { members, self } = this.#settings;
    const hosts = [...members.filter((host) => host !== self), ...pods.map(({ host }) => host)];
    return new Map(await Promise.all(hosts.map(async (host) => [host, await this.#ask(host)] as const)));
  }

  #ask(host: string) {
    const { ports, tls } = this.#settings;
    return probePeer({ host, port: ports[this.kind.short], database: this.kind.name, tls: tls?.read() });
  }

  async #openBeacon(seed: boolean): Promise<Beacon> {
    const { listen, ports, tls } = this.#settings;
    const port = ports[this.kind.short];
    return openBeacon({ hosts: listen, port, database: this.kind.name, tls: tls?.read(), seed });
  }
}
