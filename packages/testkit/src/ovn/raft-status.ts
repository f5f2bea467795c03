// What a raft member says about itself.

import type { Daemon } from './daemon.ts';

export type RaftRole = 'leader' | 'follower' | 'candidate' | 'joining';

export async function raftRole(daemon: Daemon, database: string): Promise<RaftRole> {
  const status = await daemon.appctl('cluster/status', database);
  if (/^Status: joining/m.test(status)) return 'joining';
  const role = /^Role: (\w+)/m.exec(status)?.[1];
  return role === 'leader' || role === 'candidate' ? role : 'follower';
}
