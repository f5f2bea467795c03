// Reads what ovsdb-server answers to `cluster/status`.

export interface RaftServer {
  /** The first digits of its id, as `cluster/kick` takes them. */
  readonly id: string;
  readonly address: string;
  readonly self: boolean;
  /** ms since its last message; undefined: not heard of since this server runs. */
  readonly silentMs: number | undefined;
}

export interface RaftStatus {
  readonly clusterId: string | undefined;
  readonly serverId: string | undefined;
  readonly state: 'member' | 'joining' | 'left' | 'failed';
  readonly role: 'leader' | 'follower' | 'candidate';
  readonly hasLeader: boolean;
  readonly term: number;
  readonly servers: readonly RaftServer[];
}

export function parseRaftStatus(text: string): RaftStatus {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const role = field('Role');
  const leader = field('Leader');
  return {
    clusterId: uuidOf(field('Cluster ID')),
    serverId: uuidOf(field('Server ID')),
    state: stateOf(field('Status')),
    role: role === 'leader' || role === 'candidate' ? role : 'follower',
    hasLeader: leader !== '' && leader !== 'unknown',
    term: Number(field('Term')),
    servers: serversOf(text),
  };
}

const SERVER = /^ {4}(\w+) \(\w+ at (\S+)\)(.*)$/gm;

function serversOf(text: string): RaftServer[] {
  const [, list = ''] = text.split(/^Servers:$/m);
  return Array.from(list.matchAll(SERVER), ([, id = '', address = '', rest = '']) => {
    const silence = /last msg (\d+) ms ago/.exec(rest)?.[1];
    return {
      id,
      address,
      self: rest.includes('(self)'),
      silentMs: silence === undefined ? undefined : Number(silence),
    };
  });
}

function stateOf(status: string): RaftStatus['state'] {
  if (status.startsWith('joining')) return 'joining';
  if (status.startsWith('left') || status.startsWith('leaving')) return 'left';
  // "disconnected from the cluster" is a member without a leader, and says so by that.
  return status.startsWith('failed') ? 'failed' : 'member';
}

function uuidOf(text: string): string | undefined {
  return /\(([0-9a-f-]{36})\)/.exec(text)?.[1];
}
