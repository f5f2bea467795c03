// Judges a server by its row about our database in `_Server` (ovsdb-server(5)): is it worth staying connected to?

export interface ServerStatus {
  readonly model: string;
  readonly connected: boolean;
  readonly leader: boolean;
  readonly clusterId: string | undefined;
  readonly index: number | undefined;
}

/** What this client has seen of a cluster so far: a server behind it would take the replica back in time. */
export interface SeenIndex {
  clusterId: string | undefined;
  index: number;
}

export const STATUS_COLUMNS = ['name', 'model', 'connected', 'leader', 'cid', 'index'] as const;

export function readStatus(row: Readonly<Record<string, unknown>>): ServerStatus {
  return {
    model: String(row.model),
    connected: row.connected === true,
    leader: row.leader === true,
    clusterId: Array.isArray(row.cid) && row.cid[0] === 'uuid' ? String(row.cid[1]) : undefined,
    index: typeof row.index === 'number' ? row.index : undefined,
  };
}

/** The reason to leave this server, or undefined to stay. */
export function reasonToLeave(
  status: ServerStatus | undefined,
  leaderOnly: boolean,
  seen: Readonly<SeenIndex>,
): string | undefined {
  if (!status) return 'the server does not have the database';
  if (!status.connected) return 'the server is not connected to its cluster or source';
  if (status.model !== 'clustered') return undefined;
  if (leaderOnly && !status.leader) return 'the server is not the leader';
  if (status.clusterId === seen.clusterId && status.index !== undefined && status.index < seen.index) {
    return 'the server is behind what we have seen';
  }
  return undefined;
}

export function rememberIndex(status: ServerStatus, seen: SeenIndex): void {
  if (status.index === undefined) return;
  seen.index = status.clusterId === seen.clusterId ? Math.max(seen.index, status.index) : status.index;
  seen.clusterId = status.clusterId;
}
