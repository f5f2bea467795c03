// A real ovsdb-server, alone or as a raft cluster, with its database in the run directory.

import { join } from 'node:path';
import { Daemon } from './daemon.ts';
import { dataPlaneCommand } from './data-plane-command.ts';
import { requireDataPlaneRoot } from './data-plane-root.ts';
import { freeTcpPort } from './free-tcp-port.ts';
import { raftRole } from './raft-status.ts';
import { runCommand } from './run-command.ts';
import { openRunDirectory, type RunDirectory } from './run-directory.ts';
import { waitFor } from './wait-for.ts';

export type SchemaName = 'OVN_Northbound' | 'OVN_Southbound' | 'Open_vSwitch';

export interface OvsdbOptions {
  readonly schema: SchemaName;
  /** Number of raft members. Without it the database is a standalone one. */
  readonly clustered?: number;
  /** Also listen on a free TCP port of this host address. */
  readonly tcp?: string;
  readonly netns?: string;
  /** Prefix of file and process names. */
  readonly name?: string;
  readonly runDirectory?: RunDirectory;
}

export interface OvsdbMember {
  /** "unix:/path" */
  readonly endpoint: string;
  /** "tcp:host:port", when TCP was asked for. */
  readonly tcpEndpoint: string | undefined;
  readonly daemon: Daemon;
}

export interface Ovsdb {
  readonly schema: SchemaName;
  /** Endpoint of the first member. */
  readonly endpoint: string;
  readonly endpoints: readonly string[];
  readonly tcpEndpoints: readonly string[];
  readonly members: readonly OvsdbMember[];
  /** The raft leader, once there is one. A standalone server leads itself. */
  leader(): Promise<OvsdbMember>;
  kill(): Promise<void>;
  /** All members, databases kept. */
  restart(): Promise<void>;
  /** Ends the processes, and removes the files unless the run directory was given. */
  stop(): Promise<void>;
}

const SCHEMA_PATHS: Record<SchemaName, string> = {
  OVN_Northbound: 'usr/share/ovn/ovn-nb.ovsschema',
  OVN_Southbound: 'usr/share/ovn/ovn-sb.ovsschema',
  Open_vSwitch: 'usr/share/openvswitch/vswitch.ovsschema',
};

// The shortest the server allows: tests kill leaders, and wait for the next one.
const ELECTION_TIMER_MS = 100;

export async function startOvsdb(options: OvsdbOptions): Promise<Ovsdb> {
  const { schema, clustered, name = 'db' } = options;
  const run = options.runDirectory ?? openRunDirectory();
  const members: OvsdbMember[] = [];
  const each = (act: (member: OvsdbMember) => Promise<void>) => Promise.all(members.map(act)).then(() => {});
  const stop = async () => {
    await each((member) => member.daemon.stop());
    if (!options.runDirectory) run.remove();
  };
  const leader = () => findLeader(schema, members, clustered !== undefined);
  try {
    for (let index = 0; index < (clustered ?? 1); index++) {
      const memberName = clustered === undefined ? name : `${name}${index + 1}`;
      const member = await createMember(options, run.folder(memberName), memberName, index);
      members.push(member);
      // A joiner is served by the leader, so the first must lead before the second is started.
      await member.daemon.start();
      if (index === 0) await leader();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    schema,
    endpoint: members[0]!.endpoint,
    endpoints: members.map((member) => member.endpoint),
    tcpEndpoints: members.flatMap((member) => member.tcpEndpoint ?? []),
    members,
    leader,
    stop,
    kill: () => each((member) => member.daemon.kill()),
    restart: () => each((member) => member.daemon.restart()),
  };
}

async function createMember(options: OvsdbOptions, folder: string, name: string, index: number): Promise<OvsdbMember> {
  const database = join(folder, 'db');
  const socket = join(folder, 'db.sock');
  await runCommand(dataPlaneCommand('ovsdb-tool', createArgs(options, folder, database, index), { directory: folder }));
  const args = [database, `--remote=punix:${socket}`];
  const port = options.tcp && (await freeTcpPort(options.tcp, options.netns));
  const host = options.tcp?.includes(':') ? `[${options.tcp}]` : options.tcp;
  if (port) args.push(`--remote=ptcp:${port}:${host}`);
  if (options.schema === 'Open_vSwitch') args.push('--remote=db:Open_vSwitch,Open_vSwitch,manager_options');
  const ready = async (daemon: Daemon) =>
    options.clustered === undefined || (await raftRole(daemon, options.schema)) !== 'joining';
  const daemon = new Daemon({ name, binary: 'ovsdb-server', args, directory: folder, netns: options.netns, ready });
  return { endpoint: `unix:${socket}`, tcpEndpoint: port ? `tcp:${host}:${port}` : undefined, daemon };
}

function createArgs(options: OvsdbOptions, folder: string, database: string, index: number): string[] {
  const schemaFile = join(requireDataPlaneRoot(), SCHEMA_PATHS[options.schema]);
  if (options.clustered === undefined) return ['create', database, schemaFile];
  const own = raftAddress(folder);
  if (index === 0) return [`--election-timer=${ELECTION_TIMER_MS}`, 'create-cluster', database, schemaFile, own];
  return ['join-cluster', database, options.schema, own, raftAddress(folder.replace(/\d+$/, '1'))];
}

// Members talk over unix sockets, so a cluster needs no network at all.
function raftAddress(folder: string): string {
  return `unix:${join(folder, 'raft.sock')}`;
}

async function findLeader(
  schema: SchemaName,
  members: readonly OvsdbMember[],
  clustered: boolean,
): Promise<OvsdbMember> {
  if (!clustered) return members[0]!;
  return waitFor(`leader of ${schema}`, async () => {
    for (const member of members) {
      if (member.daemon.running && (await raftRole(member.daemon, schema)) === 'leader') return member;
    }
    return undefined;
  });
}
