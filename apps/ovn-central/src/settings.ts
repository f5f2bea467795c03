// Everything the supervisor is told from outside, already checked. main.ts fills it from the environment, tests by hand.

import type { MakeCommand, SupervisorLog, TlsFiles } from '@kube-ovn/supervise';
import type { DatabaseKind } from './database/kind.ts';
import type { OtherPod } from './membership/peer.ts';

export interface CentralSettings {
  /** Address of this member. */
  readonly self: string;
  /** Addresses of all members, in an order that is the same everywhere. Empty: one standalone database. */
  readonly members: readonly string[];
  /** Addresses to listen on. */
  readonly listen: readonly string[];
  readonly ports: Ports;
  /** undefined: plain TCP. */
  readonly tls: TlsFiles | undefined;
  readonly tlsArguments: readonly string[];
  readonly dataDirectory: string;
  readonly runDirectory: string;
  readonly schemaDirectory: string;
  /** ms; 0: never. */
  readonly clientProbeMs: number;
  readonly northdProbeMs: number;
  readonly northdThreads: number;
  /** Compact the databases once in so long, ms; 0: only when ovsdb-server finds it worth it. */
  readonly compactEveryMs: number;
  readonly timing: Timing;
  readonly command: MakeCommand;
  readonly log: SupervisorLog;
  /** Logs of the daemons; default: our own standard error. */
  readonly logDirectory?: string;
  readonly observer: CentralObserver;
  /** Where a single database is wanted: the pods that might serve one as well. Default: there are none. */
  readonly others?: () => Promise<readonly OtherPod[]>;
}

export interface Ports {
  readonly nb: number;
  readonly sb: number;
  readonly nbRaft: number;
  readonly sbRaft: number;
}

export interface Timing {
  readonly tickMs: number;
  /** How long silent peers are waited for before a majority decides without them. */
  readonly patienceMs: number;
  /** A member that is wanted no more and silent for so long leaves the cluster. */
  readonly kickAfterMs: number;
  readonly electionTimerMs: number;
}

/** What users are told beyond the log. */
export interface CentralObserver {
  /** A database file was kept aside, and a new one begun. */
  setAside(kind: DatabaseKind, why: string, keptAs: string): void;
  rebuilt(kind: DatabaseKind, why: string): void;
}

export const DEFAULT_TIMING: Timing = {
  tickMs: 1_000,
  patienceMs: 60_000,
  kickAfterMs: 30_000,
  electionTimerMs: 2_000,
};
export const DEFAULT_PORTS: Ports = { nb: 6641, sb: 6642, nbRaft: 6643, sbRaft: 6644 };

export function isClustered(settings: Pick<CentralSettings, 'members'>): boolean {
  return settings.members.length > 0;
}

/** "ssl:[10.0.0.1]:6641" */
export function endpointOf(settings: Pick<CentralSettings, 'tls'>, host: string, port: number): string {
  return `${settings.tls ? 'ssl' : 'tcp'}:${bracketed(host)}:${port}`;
}

export function raftAddress(
  settings: Pick<CentralSettings, 'tls' | 'ports'>,
  kind: DatabaseKind,
  host: string,
): string {
  return endpointOf(settings, host, kind.short === 'nb' ? settings.ports.nbRaft : settings.ports.sbRaft);
}

/** As raft writes it: brackets only where they are needed. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** "ssl:[fd00::1]:6643" -> "fd00::1" */
export function hostOf(address: string): string {
  return /^\w+:\[?(.*?)\]?:\d+$/.exec(address)?.[1] ?? address;
}
