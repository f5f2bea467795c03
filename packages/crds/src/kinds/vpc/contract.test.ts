// The CRD of Vpc against the contract: every field, type, limit, name and column that users and tools rely on.

import { describe } from 'vitest';
import { checkContract } from '../../testing/contract-check.ts';
import { vpcKind as kind } from './kind.ts';

const NAMES = {
  crd: 'vpcs.kubeovn.io',
  singular: 'vpc',
  listKind: 'VpcList',
  shortNames: ['vpc'],
  scope: 'Cluster',
  subresources: ['status'],
};

// name type jsonPath
const COLUMNS = `
EnableExternal boolean .status.enableExternal
EnableBfd boolean .status.enableBfd
Standby boolean .status.standby
Subnets string .status.subnets
ExtraExternalSubnets string .status.extraExternalSubnets
Namespaces string .spec.namespaces
DefaultSubnet string .status.defaultLogicalSwitch
Age date .metadata.creationTimestamp
`;

// path type constraints
const FIELDS = `
.spec.bfdPort object
.spec.bfdPort.enabled boolean default=false
.spec.bfdPort.ip string
.spec.bfdPort.nodeSelector object
.spec.bfdPort.nodeSelector.matchExpressions array
.spec.bfdPort.nodeSelector.matchLabels object
.spec.bfdPort.nodeSelector.matchLabels{} string
.spec.defaultSubnet string
.spec.enableBfd boolean
.spec.enableExternal boolean
.spec.extraExternalSubnets array
.spec.extraExternalSubnets[] string
.spec.namespaces array
.spec.namespaces[] string
.spec.policyRoutes array
.spec.policyRoutes[].action string
.spec.policyRoutes[].match string
.spec.policyRoutes[].nextHopIP string
.spec.policyRoutes[].priority integer
.spec.staticRoutes array
.spec.staticRoutes[].bfdId string
.spec.staticRoutes[].cidr string
.spec.staticRoutes[].ecmpMode string
.spec.staticRoutes[].nextHopIP string
.spec.staticRoutes[].policy string
.spec.staticRoutes[].routeTable string
.spec.vpcPeerings array
.spec.vpcPeerings[].localConnectIP string
.spec.vpcPeerings[].remoteVpc string
.status.bfdPort object
.status.bfdPort.ip string
.status.bfdPort.name string
.status.bfdPort.nodes array
.status.bfdPort.nodes[] string
.status.conditions array
.status.default boolean
.status.defaultLogicalSwitch string
.status.enableBfd boolean
.status.enableExternal boolean
.status.extraExternalSubnets array
.status.extraExternalSubnets[] string
.status.router string
.status.sctpLoadBalancer string
.status.sctpSessionLoadBalancer string
.status.standby boolean
.status.subnets array
.status.subnets[] string
.status.tcpLoadBalancer string
.status.tcpSessionLoadBalancer string
.status.udpLoadBalancer string
.status.udpSessionLoadBalancer string
.status.vpcPeerings array
.status.vpcPeerings[] string
`;

describe('contract of Vpc', () => checkContract(kind, { names: NAMES, columns: COLUMNS, fields: FIELDS }));
