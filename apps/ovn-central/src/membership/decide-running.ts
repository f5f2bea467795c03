// What to do about a cluster whose member runs here. Pure. Members that are gone leave it; a cluster that can never have a
// majority again is begun anew from the newest data; of two clusters the smaller gives way.

import { hostOf } from '../settings.ts';
import { livingClusters, majorityOf, type Peers } from './peer.ts';
import type { RaftServer, RaftStatus } from './raft-status.ts';

export interface RunningSituation {
  readonly self: string;
  readonly members: readonly string[];
  readonly status: RaftStatus;
  /** Newest entry of our own log. */
  readonly index: number;
  readonly peers: Peers;
  readonly leaderlessMs: number;
  readonly joiningMs: number;
  readonly patienceMs: number;
  readonly kickAfterMs: number;
}

export type RunningDecision =
  | { readonly do: 'nothing' }
  | { readonly do: 'kick'; readonly id: string; readonly why: string }
  | { readonly do: 'restart'; readonly why: string }
  /** Set the file aside and decide again as a newcomer. */
  | { readonly do: 'rejoin'; readonly why: string }
  /** Begin a new cluster from the data of this member. */
  | { readonly do: 'rebuild'; readonly why: string };

const NOTHING: RunningDecision = { do: 'nothing' };

export function decideRunning(situation: RunningSituation): RunningDecision {
  const { status, joiningMs, patienceMs } = situation;
  if (status.state === 'left') return { do: 'rejoin', why: 'the others have removed this member' };
  if (status.state === 'failed') return { do: 'restart', why: 'raft has failed here, maybe of a full disk' };
  if (status.state === 'joining') {
    return joiningMs < patienceMs ? NOTHING : { do: 'rejoin', why: 'the cluster to join has not answered' };
  }
  const rival = strongerRival(situation);
  if (rival) return { do: 'rejoin', why: `cluster ${rival} is the one that the others follow` };
  if (status.role === 'leader') return removeGone(situation);
  return status.hasLeader ? NOTHING : withoutLeader(situation);
}

/** A cluster with a leader that more of the wanted members follow than ours. */
function strongerRival({ status, peers, self, members }: RunningSituation): string | undefined {
  const clusters = livingClusters(peers);
  const rival = clusters.find(({ clusterId, hasLeader }) => hasLeader && clusterId !== status.clusterId);
  if (!rival) return undefined;
  const own = [self, ...(clusters.find(({ clusterId }) => clusterId === status.clusterId)?.hosts ?? [])];
  const alive = status.role === 'leader' || status.hasLeader;
  if (!alive) return rival.clusterId;
  const first = members.find((host) => own.includes(host) || rival.hosts.includes(host));
  const loses = rival.hosts.length > own.length || (rival.hosts.length === own.length && rival.hosts.includes(first!));
  return loses ? rival.clusterId : undefined;
}

function removeGone(situation: RunningSituation): RunningDecision {
  for (const server of situation.status.servers) {
    const why = server.self ? undefined : reasonToKick(server, situation);
    if (why) return { do: 'kick', id: server.id, why };
  }
  return NOTHING;
}

function reasonToKick(
  server: RaftServer,
  { members, peers, kickAfterMs, status }: RunningSituation,
): string | undefined {
  const host = hostOf(server.address);
  if (!members.includes(host)) {
    const silent = server.silentMs === undefined || server.silentMs >= kickAfterMs;
    return silent ? `${host} is no longer one of the members` : undefined;
  }
  const answer = peers.get(host);
  if (answer?.kind === 'empty') return `${host} has lost its database`;
  if (answer?.kind !== 'member' || answer.clusterId !== status.clusterId) return undefined;
  return answer.serverId.startsWith(server.id) ? undefined : `${host} has another identity now`;
}

function withoutLeader(situation: RunningSituation): RunningDecision {
  const { status, peers, leaderlessMs, patienceMs } = situation;
  if (leaderlessMs < patienceMs) return NOTHING;
  const possible = status.servers.filter((server) => mayVote(server, situation));
  if (possible.length >= majorityOf(status.servers.length)) return NOTHING;
  if (newestHolder(situation) !== situation.self) return NOTHING;
  const lost = status.servers.length - possible.length;
  const others = [...peers.values()].filter(({ kind }) => kind === 'member').length;
  return {
    do: 'rebuild',
    why: `${lost} of ${status.servers.length} members are gone for good, so there will never be a majority (${others} others have data)`,
  };
}

/** Silence of a wanted member is no proof that its data is gone. */
function mayVote(server: RaftServer, { status, peers, members }: RunningSituation): boolean {
  if (server.self) return true;
  const host = hostOf(server.address);
  const answer = peers.get(host);
  if (!answer || answer.kind === 'silent') return members.includes(host);
  if (answer.kind !== 'member') return false;
  return answer.clusterId === status.clusterId && answer.serverId.startsWith(server.id);
}

function newestHolder({ self, members, peers, status, index }: RunningSituation): string | undefined {
  const holders = members.flatMap((host) => {
    const answer = peers.get(host);
    if (host === self) return [{ host, index }];
    return answer?.kind === 'member' && answer.clusterId === status.clusterId ? [{ host, index: answer.index }] : [];
  });
  return holders.sort((a, b) => b.index - a.index)[0]?.host;
}
