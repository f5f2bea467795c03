// Names and printer columns of Subnet.

import { defineKind } from '../kind-spec.ts';
import { subnetSchema, subnetSpecSchema, subnetStatusSchema } from './schema.ts';

export const subnetKind = defineKind({
  kind: 'Subnet',
  plural: 'subnets',
  singular: 'subnet',
  shortNames: ['subnet'],
  scope: 'Cluster',
  hasStatus: true,
  summary: 'One network: a logical switch with its CIDR, gateway and policies, bound to namespaces.',
  columns: [
    { name: 'Provider', type: 'string', jsonPath: '.spec.provider' },
    { name: 'Vpc', type: 'string', jsonPath: '.spec.vpc' },
    { name: 'Vlan', type: 'string', jsonPath: '.spec.vlan' },
    { name: 'Protocol', type: 'string', jsonPath: '.spec.protocol' },
    { name: 'CIDR', type: 'string', jsonPath: '.spec.cidrBlock' },
    { name: 'Private', type: 'boolean', jsonPath: '.spec.private' },
    { name: 'NAT', type: 'boolean', jsonPath: '.spec.natOutgoing' },
    { name: 'Default', type: 'boolean', jsonPath: '.spec.default' },
    { name: 'GatewayType', type: 'string', jsonPath: '.spec.gatewayType' },
    { name: 'V4Used', type: 'number', jsonPath: '.status.v4usingIPs' },
    { name: 'V4Available', type: 'number', jsonPath: '.status.v4availableIPs' },
    { name: 'V6Used', type: 'number', jsonPath: '.status.v6usingIPs' },
    { name: 'V6Available', type: 'number', jsonPath: '.status.v6availableIPs' },
    { name: 'ExcludeIPs', type: 'string', jsonPath: '.spec.excludeIps' },
    { name: 'U2OInterconnectionIP', type: 'string', jsonPath: '.status.u2oInterconnectionIP' },
  ],
  schema: subnetSchema,
  specSchema: subnetSpecSchema,
  statusSchema: subnetStatusSchema,
});
