export {
  type ConditionChange,
  type ConditionClock,
  clearError,
  getCondition,
  isConditionTrue,
  setCondition,
  withStandardConditions,
} from './conditions.ts';
export { type CrdManifest, crdManifest, crdManifests } from './crd/manifest.ts';
export { crdYaml } from './crd/yaml.ts';
export { decodeJson } from './json/decode-json.ts';
export { encodeJson } from './json/encode-json.ts';
export { type IP, type IPSpec, ipSchema, validateIpSpec } from './kinds/ip/index.ts';
export {
  type IPPool,
  type IPPoolSpec,
  type IPPoolStatus,
  ipPoolSchema,
  type NormalIpPoolSpec,
  validateIpPoolSpec,
} from './kinds/ip-pool/index.ts';
export type { KindSpec, PrinterColumn } from './kinds/kind-spec.ts';
export { KINDS, type KindName, type ObjectOf } from './kinds/kinds.ts';
export {
  type NatOutgoingPolicyRule,
  type NatOutgoingPolicyRuleStatus,
  type NormalSubnetSpec,
  natOutgoingRuleStatuses,
  normaliseSubnetSpec,
  type Subnet,
  type SubnetDefaults,
  type SubnetProtocol,
  type SubnetSpec,
  type SubnetStatus,
  subnetSchema,
  validateSubnetAcls,
} from './kinds/subnet/index.ts';
export { type Vpc, type VpcSpec, type VpcStatus, validateVpcSpec, vpcSchema } from './kinds/vpc/index.ts';
export {
  ANNOTATIONS,
  annotation,
  interfaceAnnotation,
  interfaceRequest,
  type NetworkAnnotation,
  providerNetworkKey,
} from './names/annotations.ts';
export { DEPRECATED_FINALIZER, FINALIZER } from './names/finalizer.ts';
export { ipv6LabelValue, LABELS } from './names/labels.ts';
export { isOvnProvider, podPortName } from './names/providers.ts';
export * from './names/well-known.ts';
export { parseObject } from './parse-object.ts';
export type { Condition } from './schema/condition.ts';
export { settleCount } from './schema/count.ts';
export type { LabelSelector } from './schema/label-selector.ts';
export type { KubeObject, ObjectMeta, OwnerReference } from './schema/metadata.ts';
