export { subnetKind } from './kind.ts';
export {
  type NatOutgoingPolicyRule,
  type NatOutgoingPolicyRuleStatus,
  type Subnet,
  type SubnetSpec,
  type SubnetStatus,
  subnetSchema,
} from './schema.ts';
