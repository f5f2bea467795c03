// Where the metrics port listens: everywhere, or only on the pod's own addresses when ENABLE_BIND_LOCAL_IP asks for that.

import type { Environment } from '../config/read-arguments.ts';

export function listenAddresses(env: Environment): string[] {
  if (env.ENABLE_BIND_LOCAL_IP === 'true') {
    const own = (env.POD_IPS ?? '').split(',').flatMap((address) => address.trim() || []);
    if (own.length > 0) return own;
  }
  // "::" takes IPv4 too unless the host says otherwise; a host without IPv6 refuses it.
  return [hasIpv6(env) ? '::' : '0.0.0.0'];
}

function hasIpv6(env: Environment): boolean {
  return (env.POD_IPS ?? env.POD_IP ?? '').includes(':');
}
