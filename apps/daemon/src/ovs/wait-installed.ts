// Waits until ovn-controller says that the flows of a port are in place.

import { waitUntil } from '../wait-until.ts';
import type { Ovs } from './ovs.ts';

export const INSTALL_LIMIT_MS = 30_000;

/** undefined when it was; else what is known about why not. */
export async function waitInstalled(ovs: Ovs, name: string, signal: AbortSignal): Promise<string | undefined> {
  const probe = () => (ovs.interface(name)?.external_ids['ovn-installed'] === 'true' ? true : undefined);
  const subscribe = (listener: () => void) => ovs.onChange(listener);
  if (await waitUntil(subscribe, probe, { timeoutMs: INSTALL_LIMIT_MS, signal })) return undefined;
  const row = ovs.interface(name);
  if (!row) return 'the port has vanished from the database';
  return row.error || `ovn-controller has not bound ${row.external_ids['iface-id'] ?? 'it'}`;
}
