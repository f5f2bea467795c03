import { expect, test } from 'vitest';
import { mountName, parseHierarchies } from './cgroups.ts';

test('version 1: one hierarchy per controller, named ones without a controller', () => {
  const found = parseHierarchies(
    [
      'tmpfs /sys/fs/cgroup tmpfs rw,relatime,mode=755 0 0',
      'cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,nosuid,relatime,cpu,cpuacct 0 0',
      'cgroup /sys/fs/cgroup/systemd cgroup rw,xattr,release_agent=/lib/systemd/x,name=systemd 0 0'.replace(
        ',xattr',
        '',
      ),
      'cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime,nsdelegate 0 0',
      'proc /proc proc rw 0 0',
    ].join('\n'),
  );
  expect(found).toEqual([
    { path: '/sys/fs/cgroup/cpu,cpuacct', version: 1, options: 'cpu,cpuacct' },
    { path: '/sys/fs/cgroup/systemd', version: 1, options: 'none,name=systemd' },
    { path: '/sys/fs/cgroup/unified', version: 2, options: '' },
  ]);
  expect(found.map(mountName)).toEqual(['cpu,cpuacct', 'systemd', 'unified']);
});

test('version 2: one hierarchy', () => {
  const [only] = parseHierarchies('cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec,relatime 0 0\n');
  expect(only).toEqual({ path: '/sys/fs/cgroup', version: 2, options: '' });
  expect(mountName(only!)).toBe('');
});
