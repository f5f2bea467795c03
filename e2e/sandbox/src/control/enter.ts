// How a command gets into the namespaces of the sandbox, and there into those of a node or pod.

import type { ProcessIdentity } from '@kube-ovn/testkit/launch';
import { namespacePath } from '../network/topology.ts';
import { nodeFolder, TOOLS } from '../programs/paths.ts';

export interface Place {
  /** Of a node, or of a pod when `netns` is there. */
  readonly name: string;
  readonly netns?: string;
}

export interface EnterCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function enterCommand(init: ProcessIdentity, place: Place, command: readonly string[]): EnterCommand {
  const isPod = place.netns !== undefined;
  const netns = place.netns ?? namespacePath(place.name);
  // Two steps: the path of the second namespace exists only in the mounts that the first step enters.
  const outer = ['--target', String(init.pid), '--mount', '--net', '--pid', '--'];
  const env: Record<string, string> = {
    PATH: `${TOOLS}:${process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin'}`,
    TERM: process.env.TERM ?? 'dumb',
    HOME: '/',
    PS1: `${place.name} # `,
  };
  const folder = nodeFolder(place.name);
  if (!isPod) Object.assign(env, { OVS_RUNDIR: folder, OVN_RUNDIR: folder });
  return { file: 'nsenter', args: [...outer, 'nsenter', `--net=${netns}`, '--', ...command], env };
}
