// Completes and checks a Subnet spec as far as the object alone decides it. Rules that need other objects (overlap,
// namespaces, VLAN) are the controller's.

import { ok, type Result } from '@kube-ovn/errors';
import { type DualCidr, formatDualCidr } from '@kube-ovn/ipam';
import { isOvnProvider } from '../../names/providers.ts';
import { OVN_PROVIDER } from '../../names/well-known.ts';
import { completeExcludeIps } from './exclude-ips.ts';
import { completeGateway } from './gateway.ts';
import { completeMacOnly, isMacOnly } from './mac-only.ts';
import type { NormalSubnetSpec, SubnetDefaults, SubnetProtocol } from './normal-spec.ts';
import { firstBrokenRule } from './rules.ts';
import type { SubnetSpec } from './schema.ts';
import { readSubnetCidr } from './subnet-cidr.ts';

export function normaliseSubnetSpec(
  name: string,
  given: SubnetSpec,
  defaults: SubnetDefaults,
): Result<NormalSubnetSpec> {
  const spec = completeSettings(name, given, defaults);
  if (isMacOnly(spec)) return completeMacOnly(name, spec);

  const cidr = readSubnetCidr(name, spec.cidrBlock);
  if (!cidr.ok) return cidr;
  const gateway = completeGateway(name, spec, cidr.value);
  if (!gateway.ok) return gateway;
  const excludeIps = completeExcludeIps(name, spec.excludeIps, gateway.value, cidr.value);
  if (!excludeIps.ok) return excludeIps;

  const normal: NormalSubnetSpec = {
    ...spec,
    cidrBlock: formatDualCidr(cidr.value),
    protocol: protocolOf(cidr.value),
    gateway: gateway.value,
    excludeIps: excludeIps.value,
  };
  return firstBrokenRule({ name, spec: normal, cidr: cidr.value, defaults }) ?? ok(normal);
}

/** The fields that have a default of their own, whatever the addresses are. */
function completeSettings(
  name: string,
  given: SubnetSpec,
  defaults: SubnetDefaults,
): SubnetSpec & { provider: string } {
  const spec = { ...given, provider: given.provider || OVN_PROVIDER };
  if (!spec.vpc && isOvnProvider(spec.provider)) spec.vpc = defaults.defaultVpc;
  if (spec.vpc === defaults.defaultVpc) {
    if (!spec.gatewayType) spec.gatewayType = 'distributed';
    if (spec.default && name !== defaults.defaultSubnet) spec.default = false;
    if (spec.gatewayType === 'distributed' && spec.gatewayNode) spec.gatewayNode = '';
  }
  if (name === defaults.joinSubnet) delete spec.enableLb;
  else spec.enableLb ??= defaults.enableLb;
  if (!spec.u2oInterconnection && spec.u2oInterconnectionIP) spec.u2oInterconnectionIP = '';
  return spec;
}

function protocolOf(cidr: DualCidr): SubnetProtocol {
  if (cidr.v4 && cidr.v6) return 'Dual';
  return cidr.v4 ? 'IPv4' : 'IPv6';
}
