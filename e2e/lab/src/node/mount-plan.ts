// The file systems of a node, in the order in which they are mounted below its root, before the root becomes "/".

import type { BootSetup } from './boot-setup.ts';
import { type Hierarchy, mountName } from './cgroups.ts';

export type MountStep =
  | { readonly make: string }
  /** Arguments of mount(8). `optional`: not every kernel has it. */
  | { readonly mount: readonly string[]; readonly optional?: boolean };

export function mountPlan({ name, disk, lower, programs }: BootSetup, hierarchies: readonly Hierarchy[]): MountStep[] {
  const root = `${disk}/root`;
  const layers = `lowerdir=${lower},upperdir=${disk}/upper,workdir=${disk}/work`;
  return [
    { mount: ['-t', 'overlay', '-o', layers, `node-${name}`, root] },
    { mount: ['-t', 'proc', 'proc', `${root}/proc`] },
    // sysfs shows the network namespace in which it is mounted.
    { mount: ['-t', 'sysfs', 'sysfs', `${root}/sys`] },
    ...cgroupMounts(`${root}/sys/fs/cgroup`, hierarchies),
    ...deviceMounts(`${root}/dev`),
    { mount: ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', `${root}/run`] },
    { make: `${root}/run/netns` },
    { make: `${root}/run/lock` },
    { mount: ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', `${root}/tmp`] },
    // containerd lays overlays, which may not lie on an overlay.
    ...(
      [
        ['kubelet', 'var/lib/kubelet'],
        ['containerd', 'var/lib/containerd'],
        ['log', 'var/log'],
      ] as const
    ).flatMap(([from, to]): MountStep[] => [
      { make: `${root}/${to}` },
      { mount: ['--bind', `${disk}/${from}`, `${root}/${to}`] },
    ]),
    { mount: ['--bind', '-o', 'ro', programs, `${root}/opt/lab`] },
  ];
}

function cgroupMounts(folder: string, hierarchies: readonly Hierarchy[]): MountStep[] {
  const [only] = hierarchies;
  if (hierarchies.length === 1 && only?.version === 2) return [{ mount: ['-t', 'cgroup2', 'cgroup2', folder] }];
  const each = hierarchies.flatMap((hierarchy): MountStep[] => {
    const target = `${folder}/${mountName(hierarchy)}`;
    const how = hierarchy.version === 2 ? ['-t', 'cgroup2'] : ['-t', 'cgroup', '-o', hierarchy.options];
    return [{ make: target }, { mount: [...how, 'cgroup', target] }];
  });
  return [{ mount: ['-t', 'tmpfs', '-o', 'mode=755', 'cgroup', folder] }, ...each];
}

function deviceMounts(folder: string): MountStep[] {
  return [
    { mount: ['-t', 'devtmpfs', 'devtmpfs', folder] },
    { make: `${folder}/pts` },
    { make: `${folder}/shm` },
    { mount: ['-t', 'devpts', '-o', 'newinstance,ptmxmode=0666,mode=0620,gid=5', 'devpts', `${folder}/pts`] },
    { mount: ['--bind', `${folder}/pts/ptmx`, `${folder}/ptmx`] },
    { mount: ['-t', 'tmpfs', 'tmpfs', `${folder}/shm`] },
    { mount: ['-t', 'mqueue', 'mqueue', `${folder}/mqueue`], optional: true },
  ];
}
