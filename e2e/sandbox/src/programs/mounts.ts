// The private file system view of the sandbox: an empty /run with the run folder in it. Only these namespaces see it.

import { mkdirSync } from 'node:fs';
import { hostCommand, runCommand } from '@kube-ovn/testkit';
import { HOME, LOGS, TOOLS } from './paths.ts';

export async function mountHome(runFolder: string): Promise<void> {
  // -n: the machine's own table of mounts (/run/mount/utab) must not hear of these.
  const mount = (...args: string[]) => runCommand(hostCommand('mount', ['-n', ...args]));
  await mount('--make-rprivate', '/');
  mkdirSync(`${runFolder}/mount`, { recursive: true });
  await mount('-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', `${runFolder}/mount`);
  mkdirSync(`${runFolder}/mount/kube-ovn`);
  mkdirSync(`${runFolder}/mount/netns`);
  await mount('--bind', runFolder, `${runFolder}/mount/kube-ovn`);
  await mount('--move', `${runFolder}/mount`, '/run');
  for (const folder of [HOME, TOOLS, LOGS]) mkdirSync(folder, { recursive: true });
}
