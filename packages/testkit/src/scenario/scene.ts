// One run of a scenario: its API server, its database, its controller, its clock, and what it remembers.

import { crdManifests } from '@kube-ovn/crds';
import type { Row } from '@kube-ovn/ovsdb-client';
import { startApiServer } from '../api-server/index.ts';
import { clusterServer } from './cluster-server.ts';
import { ControllerSlot } from './controller-slot.ts';
import type { Northbound } from './northbound.ts';
import { Relay } from './relay.ts';
import { ScenarioClock } from './scenario-clock.ts';
import { memoryServer, type SceneServer } from './scene-server.ts';
import { settle } from './settle.ts';
import type { DatabaseKind, Stage, StageDatabase } from './stage.ts';

export const CONTROLLER_AGENT = 'scenario-controller';
const LOG_LINES = 30;

/** A row of somebody else, as it was put there. */
export interface ForeignRow {
  readonly table: string;
  readonly uuid: string;
  readonly row: Row;
}

interface Written {
  readonly transactions: number;
  readonly requests: number;
}

export class Scene {
  readonly stage: Stage;
  readonly server: SceneServer;
  readonly relay: Relay;
  readonly clock = new ScenarioClock();
  readonly controller: ControllerSlot;
  readonly memory = new Map<string, string>();
  readonly foreign: ForeignRow[] = [];
  readonly log: string[] = [];
  readonly bugs: string[] = [];
  /** Kind -> revision of its last change. */
  readonly revisions = new Map<string, number>();
  database: StageDatabase;
  mark: Written = { transactions: 0, requests: 0 };
  readonly #unsubscribe: () => void;

  private constructor(stage: Stage, database: StageDatabase, server: SceneServer, relay: Relay, config: object) {
    this.stage = stage;
    this.database = database;
    this.server = server;
    this.relay = relay;
    const client = server.client(CONTROLLER_AGENT);
    const note = (line: string) => {
      this.log.push(line);
      if (this.log.length > LOG_LINES * 10) this.log.splice(0, LOG_LINES * 5);
    };
    this.controller = new ControllerSlot(stage.startController, {
      client,
      endpoints: relay.endpoints,
      config: config as Readonly<Record<string, unknown>>,
      clock: this.clock,
      log: note,
      bug: (line) => {
        note(line);
        this.bugs.push(line);
      },
    });
    // A server that is read in snapshots is compared as a whole.
    this.#unsubscribe = server.refresh
      ? () => {}
      : server.onWrite(({ collection, version }) => {
          this.revisions.set(collection.definition.kind, version.revision);
        });
  }

  static async open(stage: Stage, kind: DatabaseKind, config: object): Promise<Scene> {
    const database = await stage.database(kind);
    const [server, relay] = await Promise.all([
      stage.kubeconfig === undefined ? startMemoryServer() : clusterServer(stage.kubeconfig),
      Relay.open({ targets: database.ovsdb.endpoints, socket: stage.socketPath() }),
    ]);
    return new Scene(stage, database, server, relay, config);
  }

  get northbound(): Northbound {
    return this.database.northbound;
  }

  settle(): Promise<void> {
    return settle(this);
  }

  /** Row changes and write requests of the controller so far; its events do not count. */
  written(): Written {
    return { transactions: this.relay.transactions, requests: this.server.writesOf(CONTROLLER_AGENT) };
  }

  /** The end of the controller's log, for messages. */
  logTail(): string {
    const lines = this.log.slice(-LOG_LINES);
    return lines.length === 0 ? '' : `\ncontroller:\n  ${lines.join('\n  ')}`;
  }

  async replaceDatabase(): Promise<void> {
    this.database = await this.stage.replace(this.database);
    this.foreign.splice(0);
    this.relay.retarget(this.database.ovsdb.endpoints);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.controller.kill();
    this.clock.stop();
    await Promise.all([this.relay.close(), this.server.close()]);
    await this.database.ovsdb.members.reduce<Promise<void>>(
      (before, { daemon }) => before.then(() => daemon.start()),
      Promise.resolve(),
    );
  }
}

async function startMemoryServer(): Promise<SceneServer> {
  return memoryServer(await startApiServer({ crds: crdManifests() }));
}
