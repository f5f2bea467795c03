// The file of one database: what it is, and every way it is made or put aside. All by ovsdb-tool, which knows the format.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, ToolError } from '@kube-ovn/supervise';
import type { LocalFile } from '../membership/decide-start.ts';
import { type CentralSettings, raftAddress } from '../settings.ts';
import type { DatabaseKind } from './kind.ts';

/** Older ones of the files kept aside are removed. */
const KEPT_ASIDE = 5;

export class DatabaseFiles {
  readonly path: string;
  readonly #kind: DatabaseKind;
  readonly #settings: CentralSettings;

  constructor(kind: DatabaseKind, settings: CentralSettings) {
    this.#kind = kind;
    this.#settings = settings;
    this.path = join(settings.dataDirectory, kind.databaseFile);
  }

  get schema(): string {
    return join(this.#settings.schemaDirectory, this.#kind.schemaFile);
  }

  async inspect(): Promise<LocalFile> {
    if (!existsSync(this.path)) return { kind: 'none' };
    try {
      const name = await this.#tool('db-name', this.path);
      if (name !== this.#kind.name) return { kind: 'broken', why: `it holds the database ${name}` };
      if (await this.#is('db-is-standalone')) return { kind: 'standalone' };
      const address = await this.#tool('db-local-address', this.path);
      const clusterId = await this.#tool('db-cid', this.path).catch((error: unknown) => {
        // Exit code 2: the cluster is not known yet.
        if (error instanceof ToolError && error.exitCode === 2) return undefined;
        throw error;
      });
      return clusterId ? { kind: 'clustered', clusterId, address } : { kind: 'joining' };
    } catch (error) {
      return { kind: 'broken', why: (error as Error).message };
    }
  }

  /** Reads everything; the reason if a server could not use it. */
  async damage(): Promise<string | undefined> {
    try {
      if (await this.#is('db-is-clustered')) await this.#tool('check-cluster', this.path);
      else await this.#tool('show-log', this.path);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  async createStandalone(): Promise<void> {
    await this.#make((path) => this.#tool('create', path, this.schema));
  }

  /** `from`: a schema or a standalone database. */
  async createCluster(from = this.schema): Promise<void> {
    const timer = `--election-timer=${this.#settings.timing.electionTimerMs}`;
    await this.#make((path) => this.#tool(timer, 'create-cluster', path, from, this.#address(this.#settings.self)));
  }

  async joinCluster(hosts: readonly string[]): Promise<void> {
    const own = this.#address(this.#settings.self);
    const others = hosts.map((host) => this.#address(host));
    await this.#make((path) => this.#tool('join-cluster', path, this.#kind.name, own, ...others));
  }

  /** A cluster begun from the standalone database that lies here. */
  async standaloneToCluster(): Promise<void> {
    await this.createCluster(this.path);
  }

  /** The data stays, the cluster is forgotten; the old file is kept. */
  async clusterToStandalone(): Promise<string> {
    const path = `${this.path}.standalone`;
    await rm(path, { force: true });
    await this.#tool('cluster-to-standalone', path, this.path);
    const keptAs = await this.setAside('cluster');
    await rename(path, this.path);
    return keptAs;
  }

  /** Never deletes: somebody may want to look at it. */
  async setAside(label = 'aside'): Promise<string> {
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const keptAs = `${this.path}.${label}-${time}`;
    await rename(this.path, keptAs);
    await rm(`${join(this.#settings.dataDirectory, `.${this.#kind.databaseFile}.~lock~`)}`, { force: true });
    await this.#removeOldest();
    return keptAs;
  }

  /** It held nothing. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async #removeOldest(): Promise<void> {
    const pattern = new RegExp(`^${this.#kind.databaseFile}\\.[a-z]+-(.*)$`);
    const kept = (await readdir(this.#settings.dataDirectory)).flatMap((name) => {
      const time = pattern.exec(name)?.[1];
      return time ? [{ name, time }] : [];
    });
    kept.sort((a, b) => b.time.localeCompare(a.time));
    for (const { name } of kept.slice(KEPT_ASIDE)) await rm(join(this.#settings.dataDirectory, name), { force: true });
  }

  /** In one step: a kill in between leaves no half file under the real name. */
  async #make(write: (path: string) => Promise<string>): Promise<void> {
    await mkdir(this.#settings.dataDirectory, { recursive: true, mode: 0o750 });
    const path = `${this.path}.new`;
    await rm(path, { force: true });
    await write(path);
    await rename(path, this.path);
  }

  #address(host: string): string {
    return raftAddress(this.#settings, this.#kind, host);
  }

  async #is(question: 'db-is-clustered' | 'db-is-standalone'): Promise<boolean> {
    try {
      await this.#tool(question, this.path);
      return true;
    } catch (error) {
      if (error instanceof ToolError && error.exitCode === 2) return false;
      throw error;
    }
  }

  async #tool(...args: string[]): Promise<string> {
    // The schema of an older release makes it warn about every column.
    return (await runTool(this.#settings.command('ovsdb-tool', ['-voff', ...args]))).trim();
  }
}
