// Providers: whose network an interface is on.

import { OVN_PROVIDER } from './well-known.ts';

/** OVN makes the switch: `ovn` (or empty) and `<nad>.<namespace>.ovn`. Every other provider only borrows addresses. */
export function isOvnProvider(provider: string | undefined): boolean {
  if (!provider || provider === OVN_PROVIDER) return true;
  const parts = provider.split('.');
  return parts.length === 3 && parts[2] === OVN_PROVIDER;
}

/** Name of the switch port and of the IP object of a pod's interface: `<pod>.<namespace>[.<provider>]`. */
export function podPortName(pod: string, namespace: string, provider: string = OVN_PROVIDER): string {
  return provider === OVN_PROVIDER ? `${pod}.${namespace}` : `${pod}.${namespace}.${provider}`;
}
