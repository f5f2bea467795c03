// The node's own database: made when it is not there, brought to this release's schema before it is served. Each generation
// of servers has a file and a socket of its own, and the names that everybody knows are links: a successor can be complete
// before the links are turned to it.

import {
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ManagedProcess, runTool } from '@kube-ovn/supervise';
import type { Directories, NodeSettings } from '../settings.ts';

export const databaseSocket = ({ run }: Directories, generation: string) => join(run, `db.${generation}.sock`);
/** Ours alone: who is here can see to it that the switch finds everything ready. */
export const privateSocket = ({ run }: Directories, generation: string) => join(run, `db.${generation}.own.sock`);
const knownSocket = ({ run }: Directories) => join(run, 'db.sock');
const knownFile = ({ etc }: Directories) => join(etc, 'conf.db');
const ownFile = ({ etc }: Directories, generation: string) => join(etc, `conf.${generation}.db`);

/** The file to serve when nobody serves it: the one that is there, else a new one. */
export async function prepareDatabase(settings: NodeSettings, generation: string): Promise<string> {
  const { directories, log } = settings;
  await mkdir(directories.etc, { recursive: true });
  const known = knownFile(directories);
  if (existsSync(known)) {
    const path = realpathSync(known);
    try {
      await convert(settings, path);
      return path;
    } catch (error) {
      // Everything in it is asserted again by us, by ovn-controller and by the daemon.
      const keptAs = `${known}.aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      await rename(path, keptAs);
      log.warn({ err: error, keptAs }, 'the database of this node cannot be read and is begun anew');
    }
  }
  const path = ownFile(directories, generation);
  await tool(settings, 'create', path, schemaOf(settings));
  link(path, known);
  return path;
}

export interface DatabaseCopy {
  readonly path: string;
  /** Nothing was written to the original since. */
  isTrue(): boolean;
}

export async function copyDatabase(settings: NodeSettings, generation: string): Promise<DatabaseCopy> {
  const original = realpathSync(knownFile(settings.directories));
  const path = ownFile(settings.directories, generation);
  const { size, ino } = statSync(original);
  copyFileSync(original, path);
  await convert(settings, path);
  const isTrue = () => {
    const now = statSync(original, { throwIfNoEntry: false });
    return now?.size === size && now.ino === ino;
  };
  return { path, isTrue };
}

/** From here on everybody who connects finds this generation, and so does the next start. */
export function publishDatabase({ directories }: NodeSettings, generation: string, path: string): void {
  link(databaseSocket(directories, generation), knownSocket(directories));
  link(path, knownFile(directories));
}

export function removeOtherGenerations(directories: Directories, path: string): void {
  const keep = basename(path);
  for (const name of readdirSync(directories.etc)) {
    const isOther = /^\.?conf\.[0-9a-f]{8}\.db(\.~lock~)?$/.test(name) && !name.includes(keep);
    if (isOther) rmSync(join(directories.etc, name), { force: true });
  }
}

export interface ServedDatabase {
  path: string;
  /** Only then does it listen for others than us. */
  isOpen: boolean;
}

export function databaseServer(
  settings: NodeSettings,
  generation: string,
  served: Readonly<ServedDatabase>,
  mayRestart: () => boolean,
): ManagedProcess {
  const { run } = settings.directories;
  return new ManagedProcess({
    name: 'ovsdb-server',
    binary: 'ovsdb-server',
    command: settings.command,
    log: settings.log,
    priority: -10,
    controlSocket: join(run, `ovsdb-server.${generation}.ctl`),
    socketAlias: (pid) => join(run, `ovsdb-server.${pid}.ctl`),
    pidFile: join(run, 'ovsdb-server.pid'),
    logFile: settings.logDirectory && join(settings.logDirectory, 'ovsdb-server.log'),
    mayRestart,
    args: () => [
      served.path,
      `--remote=punix:${privateSocket(settings.directories, generation)}`,
      ...(served.isOpen ? [`--remote=punix:${databaseSocket(settings.directories, generation)}`] : []),
      '--remote=db:Open_vSwitch,Open_vSwitch,manager_options',
      ...['-vconsole:info', '-vsyslog:off', '-vfile:off'],
    ],
  });
}

/** In one step. Relative, since the directory has other names in other containers. */
function link(target: string, name: string): void {
  rmSync(`${name}.new`, { force: true });
  symlinkSync(basename(target), `${name}.new`);
  renameSync(`${name}.new`, name);
}

async function convert(settings: NodeSettings, path: string): Promise<void> {
  const schema = schemaOf(settings);
  if ((await tool(settings, 'needs-conversion', path, schema)).trim() === 'yes') {
    await tool(settings, 'convert', path, schema);
  }
}

function schemaOf({ directories }: NodeSettings): string {
  return join(directories.schema, 'vswitch.ovsschema');
}

function tool({ command }: NodeSettings, ...args: string[]): Promise<string> {
  return runTool(command('ovsdb-tool', ['-voff', ...args]));
}
