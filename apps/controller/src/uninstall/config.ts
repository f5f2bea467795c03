// Options of `kube-ovn-controller uninstall`.

import { type ConfigOf, type ConfigShape, defineConfig, duration } from '@kube-ovn/daemon-kit';
import * as z from 'zod';

const OPTIONS = {
  kubeconfig: {
    flag: 'kubeconfig',
    schema: z.string(),
    default: '',
    help: 'Path of a kubeconfig; empty: KUBECONFIG, the service account, or ~/.kube/config.',
  },
  namespace: {
    flag: 'namespace',
    env: 'POD_NAMESPACE',
    schema: z.string(),
    default: 'kube-system',
    help: 'Namespace that the programs ran in.',
  },
  nodesDaemonSet: {
    flag: 'nodes-daemonset',
    schema: z.string(),
    default: '',
    help: 'DaemonSet that cleans the nodes; waited for when given.',
  },
  wait: {
    flag: 'wait',
    schema: duration({ min: '1s' }),
    default: '60s',
    help: 'Longest wait for the programs to end, and then for the nodes. What is late is named and left.',
  },
} as const satisfies ConfigShape;

export const UNINSTALL_CONFIG = defineConfig(OPTIONS);

export type UninstallConfig = ConfigOf<typeof OPTIONS>;
