// Turns a SubnetConfig into checked parts, all or nothing: a bad exclude list must never reach a live allocator.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, parseAddress } from './address.ts';
import type { SubnetConfig } from './allocation.ts';
import type { FamilyConfig } from './family-space.ts';
import { IntervalSet, parseRanges } from './interval-set.ts';
import { macNumber } from './mac.ts';

export interface SubnetSetup {
  readonly name: string;
  readonly v4: FamilyConfig;
  readonly v6: FamilyConfig;
  readonly gatewayMac: number | undefined;
}

export function setUpSubnet(config: SubnetConfig): Result<SubnetSetup> {
  const excluded = parseRanges(config.excludeIps ?? []);
  if (!excluded.ok) return excluded;
  const v4Gateway = gatewayOf(config.gateway?.v4, 4);
  if (!v4Gateway.ok) return v4Gateway;
  const v6Gateway = gatewayOf(config.gateway?.v6, 6);
  if (!v6Gateway.ok) return v6Gateway;
  const gatewayMac = config.gatewayMac ? macNumber(config.gatewayMac) : undefined;
  if (config.gatewayMac && gatewayMac === undefined) return failWith('ERR_MAC_INVALID', { text: config.gatewayMac });
  const skip = { v4: new IntervalSet(4), v6: new IntervalSet(6) };
  for (const address of config.skip ?? []) (address.family === 4 ? skip.v4 : skip.v6).add(address);
  return ok({
    name: config.name,
    v4: { cidr: config.v4, gateway: v4Gateway.value, excluded: excluded.value.v4, skip: skip.v4 },
    v6: { cidr: config.v6, gateway: v6Gateway.value, excluded: excluded.value.v6, skip: skip.v6 },
    gatewayMac,
  });
}

function gatewayOf(given: string | Address | undefined, family: 4 | 6): Result<Address | undefined> {
  if (given === undefined || given === '') return ok(undefined);
  const address = typeof given === 'string' ? parseAddress(given) : ok(given);
  if (!address.ok || address.value.family === family) return address;
  return failWith('ERR_ADDRESS_INVALID', { text: String(typeof given === 'string' ? given : given.value) });
}
