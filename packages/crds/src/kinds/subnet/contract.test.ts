// The CRD of Subnet against the contract: every field, type, limit, name and column that users and tools rely on.

import { describe } from 'vitest';
import { checkContract } from '../../testing/contract-check.ts';
import { subnetKind as kind } from './kind.ts';

const NAMES = {
  crd: 'subnets.kubeovn.io',
  singular: 'subnet',
  listKind: 'SubnetList',
  shortNames: ['subnet'],
  scope: 'Cluster',
  subresources: ['status'],
};

// name type jsonPath
const COLUMNS = `
Provider string .spec.provider
Vpc string .spec.vpc
Vlan string .spec.vlan
Protocol string .spec.protocol
CIDR string .spec.cidrBlock
Private boolean .spec.private
NAT boolean .spec.natOutgoing
Default boolean .spec.default
GatewayType string .spec.gatewayType
V4Used number .status.v4usingIPs
V4Available number .status.v4availableIPs
V6Used number .status.v6usingIPs
V6Available number .status.v6availableIPs
ExcludeIPs string .spec.excludeIps
U2OInterconnectionIP string .status.u2oInterconnectionIP
`;

// path type constraints
const FIELDS = `
.spec.acls array
.spec.acls[].action string
.spec.acls[].direction string
.spec.acls[].match string
.spec.acls[].priority integer
.spec.allowEWTraffic boolean
.spec.allowSubnets array
.spec.allowSubnets[] string
.spec.cidrBlock string
.spec.default boolean
.spec.dhcpV4Options string
.spec.dhcpV6Options string
.spec.disableGatewayCheck boolean
.spec.disableInterConnection boolean
.spec.enableDHCP boolean
.spec.enableEcmp boolean
.spec.enableExternalLBAddress boolean
.spec.enableIPv6RA boolean
.spec.enableLb boolean
.spec.enableMulticastSnoop boolean
.spec.excludeIps array
.spec.excludeIps[] string
.spec.externalEgressGateway string
.spec.gateway string
.spec.gatewayNode string
.spec.gatewayNodeSelectors array
.spec.gatewayNodeSelectors[] object
.spec.gatewayNodeSelectors[].matchExpressions array
.spec.gatewayNodeSelectors[].matchLabels object
.spec.gatewayNodeSelectors[].matchLabels{} string
.spec.gatewayType string
.spec.ipv6RAConfigs string
.spec.logicalGateway boolean
.spec.mtu integer format=int32
.spec.namespaceSelectors array
.spec.namespaceSelectors[] object
.spec.namespaceSelectors[].matchExpressions array
.spec.namespaceSelectors[].matchLabels object
.spec.namespaceSelectors[].matchLabels{} string
.spec.namespaces array
.spec.namespaces[] string
.spec.natOutgoing boolean
.spec.natOutgoingPolicyRules array
.spec.natOutgoingPolicyRules[].action string
.spec.natOutgoingPolicyRules[].match object
.spec.natOutgoingPolicyRules[].match.dstIPs string
.spec.natOutgoingPolicyRules[].match.srcIPs string
.spec.nodeNetwork string
.spec.policyRoutingPriority integer format=int32
.spec.policyRoutingTableID integer format=int32
.spec.private boolean
.spec.protocol string
.spec.provider string
.spec.routeTable string
.spec.u2oFeatures object
.spec.u2oFeatures.overlayOnlyRouting boolean
.spec.u2oInterconnection boolean
.spec.u2oInterconnectionIP string
.spec.vips array
.spec.vips[] string
.spec.vlan string
.spec.vpc string
.status.activateGateway string
.status.conditions array
.status.dhcpV4OptionsUUID string
.status.dhcpV6OptionsUUID string
.status.mcastQuerierIP string
.status.mcastQuerierMAC string
.status.natOutgoingPolicyRules array
.status.natOutgoingPolicyRules[].action string
.status.natOutgoingPolicyRules[].match object
.status.natOutgoingPolicyRules[].match.dstIPs string
.status.natOutgoingPolicyRules[].match.srcIPs string
.status.natOutgoingPolicyRules[].ruleID string
.status.u2oInterconnectionIP string
.status.u2oInterconnectionMAC string
.status.u2oInterconnectionVPC string
.status.v4availableIPrange string
.status.v4availableIPs number
.status.v4usingIPrange string
.status.v4usingIPs number
.status.v6availableIPrange string
.status.v6availableIPs number
.status.v6usingIPrange string
.status.v6usingIPs number
`;

describe('contract of Subnet', () => checkContract(kind, { names: NAMES, columns: COLUMNS, fields: FIELDS }));
