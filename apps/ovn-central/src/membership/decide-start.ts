// What to do with the database of this member before its server runs. Pure. Two promises: data that can be had is never
// replaced by nothing, and a second cluster is never begun while a peer may hold the first.

import { livingClusters, majorityOf, type OtherPod, type Peers } from './peer.ts';

export type LocalFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'standalone' }
  /** Made to join a cluster, and never got an answer. */
  | { readonly kind: 'joining' }
  | { readonly kind: 'clustered'; readonly clusterId: string; readonly address: string };

export interface StartSituation {
  readonly self: string;
  /** Empty: a single standalone database is wanted. */
  readonly members: readonly string[];
  /** The raft address that this member should have. */
  readonly address: string;
  readonly local: LocalFile;
  /** Without this member. Where a single database is wanted: of the other pods. */
  readonly peers: Peers;
  /** Where a single database is wanted; undefined: they cannot be listed now. */
  readonly others?: readonly OtherPod[];
  /** Since the start, or since a peer last showed data. */
  readonly waitedMs: number;
  readonly patienceMs: number;
}

export type StartDecision =
  | { readonly do: 'start' }
  | { readonly do: 'create'; readonly from: 'schema' | 'local' }
  | { readonly do: 'create-standalone' }
  | { readonly do: 'join'; readonly hosts: readonly string[] }
  /** Keeps the data, forgets the cluster. */
  | { readonly do: 'to-standalone'; readonly why: string }
  | { readonly do: 'set-aside'; readonly why: string }
  /** standby: it need not serve now, and those who replace pods one after the other may go on. */
  | { readonly do: 'wait'; readonly why: string; readonly standby?: true };

export function decideStart(situation: StartSituation): StartDecision {
  const { local, members } = situation;
  if (local.kind === 'broken') return { do: 'set-aside', why: local.why };
  if (local.kind === 'joining') return { do: 'set-aside', why: 'it never became a member' };
  if (members.length === 0) return decideSingle(situation);
  const alone = standsBy(situation);
  if (alone) return { do: 'wait', why: `${alone} serves the database alone until its pod is replaced`, standby: true };
  if (local.kind === 'none') return decideEmpty(situation);
  if (local.kind === 'standalone') return decideSeed(situation);
  return decideMember(situation, local);
}

/** One that is wanted alone stays alone: beside a pod that serves, and beside one that has a better claim, it waits. */
function decideSingle(situation: StartSituation): StartDecision {
  const { local, others, peers, waitedMs, patienceMs } = situation;
  const isPatient = waitedMs < patienceMs;
  if (others === undefined && local.kind === 'none' && isPatient) {
    return { do: 'wait', why: 'other pods of ovn-central cannot be listed, and may hold data' };
  }
  for (const { host, older, ending } of others ?? []) {
    const kind = peers.get(host)?.kind ?? 'silent';
    if (kind === 'standalone' || kind === 'member')
      return { do: 'wait', why: `${host} serves, and one may serve alone` };
    if (ending) continue;
    if (kind === 'silent' && isPatient) return { do: 'wait', why: `${host} cannot be asked yet` };
    const isFirst = local.kind === 'none' ? kind === 'seed' || (kind === 'empty' && older) : kind === 'seed' && older;
    if (isFirst) return { do: 'wait', why: `${host} comes first, and one may serve alone` };
  }
  if (local.kind === 'none') return { do: 'create-standalone' };
  if (local.kind === 'clustered') return { do: 'to-standalone', why: 'a single database is wanted' };
  return { do: 'start' };
}

function decideEmpty(situation: StartSituation): StartDecision {
  const [cluster] = livingClusters(situation.peers);
  if (cluster?.hasLeader) return { do: 'join', hosts: cluster.hosts };
  if (cluster) return { do: 'wait', why: `${cluster.hosts.join(', ')} hold data and have no leader yet` };
  const seeds = hostsThat(situation.peers, 'seed');
  if (seeds.length > 0) return { do: 'wait', why: `${seeds[0]} has data to begin a cluster with` };
  return begin(situation, [situation.self, ...hostsThat(situation.peers, 'empty')], 'schema');
}

function decideSeed(situation: StartSituation): StartDecision {
  const [cluster] = livingClusters(situation.peers);
  if (cluster?.hasLeader) return { do: 'set-aside', why: 'there is a cluster to join' };
  if (cluster) return { do: 'wait', why: `${cluster.hosts.join(', ')} hold data and have no leader yet` };
  return begin(situation, [situation.self, ...hostsThat(situation.peers, 'seed')], 'local');
}

/** Exactly one of the candidates begins the cluster, and only if enough others are known to hold nothing. */
function begin(situation: StartSituation, candidates: readonly string[], from: 'schema' | 'local'): StartDecision {
  const { self, members, peers, waitedMs, patienceMs } = situation;
  const silent = members.filter((host) => host !== self && (peers.get(host)?.kind ?? 'silent') === 'silent');
  const heard = members.length - silent.length;
  if (heard < majorityOf(members.length)) {
    return { do: 'wait', why: `${silent.join(', ')} may hold data and cannot be asked` };
  }
  if (silent.length > 0 && waitedMs < patienceMs)
    return { do: 'wait', why: `${silent.join(', ')} cannot be asked yet` };
  const first = members.find((host) => candidates.includes(host));
  return first === self ? { do: 'create', from } : { do: 'wait', why: `${first} begins the cluster` };
}

function decideMember(
  { address, peers, waitedMs, patienceMs }: StartSituation,
  local: Extract<LocalFile, { kind: 'clustered' }>,
): StartDecision {
  const clusters = livingClusters(peers);
  const own = clusters.find(({ clusterId }) => clusterId === local.clusterId);
  const followed = own?.hasLeader ? own : clusters.find(({ hasLeader }) => hasLeader);
  if (local.address !== address) {
    if (followed) return { do: 'set-aside', why: `its address was ${local.address}, and there is a cluster to join` };
    if (own) return { do: 'wait', why: `the address was ${local.address}, and the cluster has no leader to tell` };
    if (waitedMs < patienceMs) return { do: 'wait', why: `the address was ${local.address}; peers may still answer` };
    return { do: 'to-standalone', why: `the address was ${local.address}, and nobody else is left of the cluster` };
  }
  if (followed && followed !== own) {
    return { do: 'set-aside', why: `it is of cluster ${local.clusterId}, the others are ${followed.clusterId}` };
  }
  return { do: 'start' };
}

/** On the way from one replica to several: who serves alone, with the data that the cluster will begin with. */
function standsBy({ peers }: StartSituation): string | undefined {
  if (livingClusters(peers).some(({ hasLeader }) => hasLeader)) return undefined;
  return hostsThat(peers, 'standalone')[0];
}

function hostsThat(peers: Peers, kind: 'empty' | 'seed' | 'standalone'): string[] {
  return [...peers].filter(([, answer]) => answer.kind === kind).map(([host]) => host);
}
