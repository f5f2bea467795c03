// What a member of the cluster, or a place for one, says about its database when it is asked.

export type PeerAnswer =
  /** Nobody answers: whether it holds data is not known. */
  | { readonly kind: 'silent'; readonly why: string }
  /** Its supervisor runs and has no database. */
  | { readonly kind: 'empty' }
  /** Its supervisor runs and has the data of a standalone database, to begin a cluster with. */
  | { readonly kind: 'seed' }
  /** It serves a standalone database. */
  | { readonly kind: 'standalone' }
  | {
      readonly kind: 'member';
      readonly clusterId: string;
      readonly serverId: string;
      readonly leader: boolean;
      /** It knows a leader. */
      readonly connected: boolean;
      /** Of the newest entry of its log. */
      readonly index: number;
    };

/** Another pod of ovn-central where a single database is wanted: there is more than one while pods are replaced or counted up. */
export interface OtherPod {
  readonly host: string;
  readonly older: boolean;
  /** It is being deleted. */
  readonly ending: boolean;
}

export type Peers = ReadonlyMap<string, PeerAnswer>;

export interface LivingCluster {
  readonly clusterId: string;
  /** Addresses that belong to it, its leader first. */
  readonly hosts: readonly string[];
  readonly hasLeader: boolean;
}

/** The clusters seen among the peers, the one to follow first. */
export function livingClusters(peers: Peers): LivingCluster[] {
  const found = new Map<string, { hosts: string[]; hasLeader: boolean }>();
  for (const [host, answer] of peers) {
    if (answer.kind !== 'member') continue;
    const cluster = found.get(answer.clusterId) ?? { hosts: [], hasLeader: false };
    found.set(answer.clusterId, cluster);
    cluster.hasLeader ||= answer.leader || answer.connected;
    if (answer.leader) cluster.hosts.unshift(host);
    else cluster.hosts.push(host);
  }
  const clusters = Array.from(found, ([clusterId, cluster]) => ({ clusterId, ...cluster }));
  return clusters.sort((a, b) => Number(b.hasLeader) - Number(a.hasLeader) || b.hosts.length - a.hosts.length);
}

export function majorityOf(count: number): number {
  return Math.floor(count / 2) + 1;
}
