// Debian trixie from its packages: the nodes' root file system, and the base of all images.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '@kube-ovn/testkit/launch';
import { CACHE } from '../paths.ts';
import { keyOf, makeOnce } from './cache.ts';
import { runTool } from './run-tool.ts';

const SUITE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const DROPPED = ['/usr/share/man/*', '/usr/share/locale/*', '/usr/share/doc/*'];

/** What kubelet, containerd, kube-proxy and people call on a node. runit keeps the node's programs running. */
const NODE_PACKAGES = [
  'ca-certificates',
  'conntrack',
  'curl',
  'ethtool',
  'etcd-client',
  'etcd-server',
  'iproute2',
  'ipset',
  'iptables',
  'iputils-ping',
  'kmod',
  'less',
  'mount',
  'nftables',
  'procps',
  'runc',
  'runit',
  'socat',
  'tcpdump',
  'util-linux',
];

/** Filled by the node itself when it starts. */
const EMPTIED = ['dev', 'proc', 'sys', 'run', 'tmp', 'var/cache/apt', 'var/lib/apt/lists'];

export const NODE_ROOT = join(CACHE, `node-root-${keyOf(SUITE, NODE_PACKAGES, DROPPED)}`);

export async function buildNodeRoot(progress: Progress): Promise<void> {
  if (existsSync(NODE_ROOT)) return;
  await progress.step('build the root file system of nodes', () =>
    makeOnce(NODE_ROOT, async (target) => {
      await debootstrap(target, NODE_PACKAGES);
      for (const folder of EMPTIED) emptyFolder(join(target, folder));
      for (const folder of ['opt/cni/bin', 'opt/lab', 'etc/cni/net.d', 'etc/kubernetes', 'lib/modules', '.old']) {
        mkdirSync(join(target, folder), { recursive: true });
      }
    }),
  );
}

/** A target that ends in ".tar" becomes an archive. */
export async function debootstrap(target: string, packages: readonly string[]): Promise<void> {
  const args = ['--mode=root', '--variant=minbase', '--dpkgopt=force-unsafe-io'];
  if (packages.length > 0) args.push(`--include=${packages.join(',')}`);
  for (const dropped of DROPPED) args.push(`--dpkgopt=path-exclude=${dropped}`);
  args.push('--dpkgopt=path-include=/usr/share/doc/*/copyright');
  if (existsSync(KEYRING)) args.push(`--keyring=${KEYRING}`);
  const mirror = process.env.KUBE_OVN_DEBIAN_MIRROR;
  await runTool('mmdebstrap', 'mmdebstrap', [...args, SUITE, target, ...(mirror ? [mirror] : [])], {
    advice:
      'Check the network and the Debian mirror (KUBE_OVN_DEBIAN_MIRROR=http://... names another), then run the same command again.',
  });
}

function emptyFolder(path: string): void {
  if (!existsSync(path)) return;
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
}
