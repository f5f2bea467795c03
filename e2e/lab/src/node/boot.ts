// First process of a node, in namespaces of its own: mounts the node's file systems, moves into them, and becomes the
// supervisor that keeps the node's programs running.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBootSetup } from './boot-setup.ts';
import { hierarchies, mountName, separateServices } from './cgroups.ts';
import { mountPlan } from './mount-plan.ts';
import { NODE_ENV } from './node-env.ts';

const setup = readBootSetup(process.argv[2] ?? '');
const groups = hierarchies();
// The machine's own process file system shows other pids than this namespace has.
for (const step of mountPlan(setup, groups)) {
  if ('make' in step) mkdirSync(step.make, { recursive: true });
  else run('mount', ['-n', ...step.mount], step.optional);
}
for (const group of groups) separateServices(join(setup.disk, 'root/sys/fs/cgroup', mountName(group)), group, groups);
writeFileSync('/proc/sys/kernel/hostname', setup.name);

process.chdir(join(setup.disk, 'root'));
run('pivot_root', ['.', '.old']);
process.chdir('/');
run('umount', ['-n', '-l', '/.old']);
// kubelet passes mounts of containers on to the node only if the node shares them.
run('mount', ['-n', '--make-rshared', '/']);
writeFileSync(
  '/etc/machine-id',
  `${readFileSync('/proc/sys/kernel/random/uuid', 'utf8').replaceAll('-', '').trim()}\n`,
);
process.execve!('/usr/bin/runsvdir', ['runsvdir', '-P', '/etc/service'], NODE_ENV);

function run(file: string, args: readonly string[], optional = false): void {
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8' });
  if (status === 0 || optional) return;
  throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
