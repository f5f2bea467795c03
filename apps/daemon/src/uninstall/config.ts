// Options of `kube-ovn-daemon uninstall`: where on the node everything was.

import { type ConfigOf, type ConfigShape, defineConfig, duration } from '@kube-ovn/daemon-kit';
import * as z from 'zod';

/** Two levels at least: a slip must not remove /etc. */
const folder = z.string().regex(/^(\/[^/]+){2,}$/, 'expected an absolute path of two parts or more');

const OPTIONS = {
  hostRoot: {
    flag: 'host-root',
    schema: z.string(),
    default: '/host',
    help: 'Where the root of the node is mounted.',
  },
  confDir: { flag: 'cni-conf-dir', schema: folder, default: '/etc/cni/net.d', help: 'CNI configurations.' },
  binDir: { flag: 'cni-bin-dir', schema: folder, default: '/opt/cni/bin', help: 'CNI plugins.' },
  folders: {
    flag: 'folders',
    schema: z.array(folder),
    default: ['/run/openvswitch', '/run/ovn', '/etc/origin/openvswitch', '/etc/origin/ovn'],
    help: 'Folders that are removed with all that is in them.',
  },
  tunnelBridge: { flag: 'tunnel-bridge', schema: z.string(), default: 'br-phy', help: 'Bridge of the tunnel NIC.' },
  tunnelNic: {
    flag: 'tunnel-nic',
    schema: z.string(),
    default: '',
    help: 'NIC that gets back the addresses of that bridge; empty: there is none.',
  },
  wait: {
    flag: 'wait',
    schema: duration({ min: '1s' }),
    default: '20s',
    help: 'Longest wait for the programs of the node to end by themselves; then they are ended.',
  },
  done: { flag: 'done-file', schema: z.string(), default: '/tmp/clean', help: 'Written when the node is clean.' },
} as const satisfies ConfigShape;

export const UNINSTALL_CONFIG = defineConfig(OPTIONS);

export type UninstallConfig = ConfigOf<typeof OPTIONS>;
