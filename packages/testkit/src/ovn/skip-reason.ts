// Why a test of the real data plane cannot run here; undefined when it can. Tests skip with this reason, never silently.

import { existsSync } from 'node:fs';
import { dataPlaneRoot } from './data-plane-root.ts';

/** central: databases and northd. chassis: also switches and network namespaces. */
export function skipReason(need: 'central' | 'chassis'): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux';
  if (!dataPlaneRoot()) return 'needs a data-plane root: run `npm test` once as root, or set KUBE_OVN_ROOT';
  if (need === 'central') return undefined;
  if (process.getuid?.() !== 0) return 'needs root for network namespaces';
  if (!existsSync('/dev/net/tun')) return 'needs /dev/net/tun for the userspace switch';
  return undefined;
}
