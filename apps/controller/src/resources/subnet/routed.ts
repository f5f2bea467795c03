// Which subnets have a port on the router of their VPC.

import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { vpcCell } from '../../cells/vpc.ts';
import type { View } from '../../engine/view.ts';

/** All but those with a physical gateway, once their VPC exists. */
export function isRouted(subnet: SubnetFact, view: View): boolean {
  const underlay = (subnet.spec.vlan ?? '') !== '' && subnet.spec.logicalGateway !== true;
  return subnet.isOvn && !underlay && view.cell(vpcCell, subnet.vpc) !== undefined;
}
