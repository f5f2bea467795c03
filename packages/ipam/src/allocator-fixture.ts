// For tests: an allocator from CIDR text, with MACs that count up, and outcomes as short text.

import type { Result } from '@kube-ovn/errors';
import type { Allocation, AllocationRequest, SubnetConfig } from './allocation.ts';
import { parseDualCidr } from './cidr.ts';
import { SubnetAllocator } from './subnet-allocator.ts';

export function subnetConfig(cidrText: string, rest: Partial<SubnetConfig> = {}): SubnetConfig {
  const dual = parseDualCidr(cidrText);
  if (!dual.ok) throw dual.error;
  return { name: 'net', ...dual.value, ...rest };
}

export function allocatorOf(cidrText: string, rest: Partial<SubnetConfig> = {}): SubnetAllocator {
  return new SubnetAllocator(subnetConfig(cidrText, rest), { randomMac: countingMacs() });
}

export function countingMacs(): () => string {
  let count = 0;
  return () => {
    count++;
    const hex = count.toString(16).padStart(8, '0');
    return `02:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}:${hex.slice(6)}`;
  };
}

/** "10.0.0.2", "10.0.0.2,fd00::2" or the error code without its common beginning. */
export function brief(result: Result<Allocation>): string {
  if (!result.ok) return result.error.code.replace('ERR_IPAM_', '');
  return [result.value.v4, result.value.v6].filter((text) => text !== undefined).join(',');
}

export function ask(
  allocator: SubnetAllocator,
  owner: string,
  request: Partial<Omit<AllocationRequest, 'owner'>> = {},
): string {
  return brief(allocator.allocate({ owner, family: 'v4', ...request }));
}
