// Real ovsdb-server processes for tests: one standalone server, or a raft cluster on unix sockets, that can be killed and
// started again on the same files.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataPlaneRoot, rootCommand, schemaFile } from './data-plane-root.ts';

export interface OvsdbServer {
  readonly endpoint: string;
  readonly directory: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
}

export interface ServerGroup {
  readonly servers: readonly OvsdbServer[];
  stop(): Promise<void>;
}

export interface ServerSpec {
  readonly database?: string;
  /** Members of a raft cluster; without it a standalone server. */
  readonly members?: number;
  /** More `--remote`s and the like, for example "--remote=ptcp:0:127.0.0.1". */
  readonly args?: readonly string[];
}

export async function startOvsdb({
  database = 'OVN_Northbound',
  members,
  args = [],
}: ServerSpec = {}): Promise<ServerGroup> {
  const root = dataPlaneRoot();
  if (!root) throw new Error('no data-plane root');
  const directory = mkdtempSync(join(tmpdir(), 'ovsdb-'));
  const names = Array.from({ length: members ?? 1 }, (_, i) => `s${i + 1}`);
  const schema = schemaFile(root, database);
  const raft = (name: string) => `unix:${join(directory, name)}.raft`;
  const tool = (...toolArgs: string[]) => runTool(root, 'usr/bin/ovsdb-tool', toolArgs);
  const servers: RealServer[] = [];
  for (const name of names) {
    const file = join(directory, `${name}.db`);
    if (members === undefined) tool('create', file, schema);
    else if (servers.length === 0) tool('create-cluster', file, schema, raft(name));
    else tool('join-cluster', file, database, raft(name), raft('s1'));
    const server = new RealServer(root, directory, name, args);
    servers.push(server);
    await server.start();
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(directory, { recursive: true, force: true });
  };
  return { servers, stop };
}

export function runTool(root: string, program: string, args: readonly string[]): string {
  const [command, prefix] = rootCommand(root, program);
  return execFileSync(command, [...prefix, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

class RealServer implements OvsdbServer {
  readonly endpoint: string;
  readonly directory: string;
  readonly #command: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  constructor(root: string, directory: string, name: string, args: readonly string[]) {
    this.directory = directory;
    const socket = join(directory, `${name}.sock`);
    this.endpoint = `unix:${socket}`;
    const [command, prefix] = rootCommand(root, 'usr/sbin/ovsdb-server');
    this.#command = command;
    this.#args = [
      ...prefix,
      ...[`--remote=punix:${socket}`, `--unixctl=${join(directory, `${name}.ctl`)}`, '--no-chdir'],
      ...[`--log-file=${join(directory, `${name}.log`)}`, '-vconsole:off', ...args],
      join(directory, `${name}.db`),
    ];
  }

  async start(): Promise<void> {
    this.#process = spawn(this.#command, this.#args, { stdio: 'ignore' });
    const exited = once(this.#process, 'exit').then(([code]) => `ovsdb-server ended with code ${code}`);
    const failure = await Promise.race([exited, listening(this.endpoint.slice('unix:'.length))]);
    if (failure) throw new Error(failure);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exited = once(process, 'exit');
    process.kill(signal);
    await exited;
  }
}

/** Resolves when the socket accepts. */
async function listening(path: string): Promise<undefined> {
  for (;;) {
    const socket = connectSocket({ path });
    const up = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (up) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
