// What scenarios share: databases that are started once and emptied between scenarios.

import { join } from 'node:path';
import { type Central, startCentral } from '../ovn/central.ts';
import { type Ovsdb, startOvsdb } from '../ovn/ovsdb.ts';
import { openRunDirectory, type RunDirectory } from '../ovn/run-directory.ts';
import type { StartController } from './controller-slot.ts';
import { Northbound } from './northbound.ts';
import type { Scene } from './scene.ts';

/** central: with northd behind it. cluster: three raft members. */
export type DatabaseKind = 'plain' | 'central' | 'cluster';

export interface StageDatabase {
  readonly kind: DatabaseKind;
  readonly ovsdb: Ovsdb;
  readonly northbound: Northbound;
  readonly central?: Central;
}

export class Stage {
  readonly startController: StartController;
  /** What is wrong at the end of a run, whatever its scenario. */
  readonly invariants: (scene: Scene) => readonly string[];
  /** Of a real API server; without it each scenario has an in-memory one. */
  readonly kubeconfig: string | undefined;
  readonly #run: RunDirectory = openRunDirectory();
  readonly #open = new Map<DatabaseKind, Promise<StageDatabase>>();
  #counter = 0;

  constructor(
    startController: StartController,
    invariants: (scene: Scene) => readonly string[] = () => [],
    kubeconfig?: string,
  ) {
    this.kubeconfig = kubeconfig;
    this.startController = startController;
    this.invariants = invariants;
  }

  /** An empty database. */
  async database(kind: DatabaseKind): Promise<StageDatabase> {
    const opened = this.#open.get(kind) ?? this.#start(kind);
    this.#open.set(kind, opened);
    const database = await opened;
    await database.northbound.empty();
    return database;
  }

  /** Another server with an empty database in the place of this one. */
  async replace(database: StageDatabase): Promise<StageDatabase> {
    if (database.kind !== 'plain') throw new Error('only a plain database can be replaced');
    await this.#end(database);
    const opened = this.#start('plain');
    this.#open.set('plain', opened);
    return opened;
  }

  /** A path for a socket. */
  socketPath(): string {
    return join(this.#run.path, `r${++this.#counter}`);
  }

  get directory(): string {
    return this.#run.path;
  }

  async close(): Promise<void> {
    const databases = await Promise.all(this.#open.values());
    await Promise.all(databases.map((database) => this.#end(database)));
    this.#run.remove();
  }

  async #start(kind: DatabaseKind): Promise<StageDatabase> {
    const central = kind === 'central' ? await startCentral() : undefined;
    const ovsdb =
      central?.nb ?? (await startOvsdb({ schema: 'OVN_Northbound', clustered: kind === 'cluster' ? 3 : undefined }));
    const northbound = new Northbound(ovsdb.endpoints);
    await northbound.client.current();
    return { kind, ovsdb, northbound, central };
  }

  async #end({ northbound, ovsdb, central }: StageDatabase): Promise<void> {
    await northbound.client.close();
    await (central ?? ovsdb).stop();
  }
}
