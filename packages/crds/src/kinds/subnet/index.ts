export { validateSubnetAcls } from './acls.ts';
export { subnetKind } from './kind.ts';
export { natOutgoingRuleStatuses } from './nat-outgoing-rules.ts';
export type { NormalSubnetSpec, SubnetDefaults, SubnetProtocol } from './normal-spec.ts';
export { normaliseSubnetSpec } from './normalise.ts';
export {
  type NatOutgoingPolicyRule,
  type NatOutgoingPolicyRuleStatus,
  type Subnet,
  type SubnetSpec,
  type SubnetStatus,
  subnetSchema,
} from './schema.ts';
