// Turns itself into the first process of a node: joins the node's control group, then enters namespaces of its own.
// The group must be joined first, for a cgroup namespace has as its root the group in which it was made.

import { join } from 'node:path';
import { readBootSetup } from './boot-setup.ts';
import { joinCgroup } from './cgroups.ts';

const [setupFile = ''] = process.argv.slice(2);
const { netns, cgroup } = readBootSetup(setupFile);
joinCgroup(cgroup);
const unshare = [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  '--uts',
  '--ipc',
  '--pid',
  '--cgroup',
  '--fork',
  '--kill-child',
];
const boot = [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, 'boot.ts'),
  setupFile,
];
process.execve!('/usr/bin/nsenter', ['nsenter', `--net=${netns}`, '--', ...unshare, '--', ...boot], process.env);
