// Names and printer columns of Vpc.

import { defineKind } from '../kind-spec.ts';
import { vpcSchema, vpcSpecSchema, vpcStatusSchema } from './schema.ts';

export const vpcKind = defineKind({
  kind: 'Vpc',
  plural: 'vpcs',
  singular: 'vpc',
  shortNames: ['vpc'],
  scope: 'Cluster',
  hasStatus: true,
  summary: 'A virtual network of its own: one logical router with its subnets, routes and policies.',
  columns: [
    { name: 'EnableExternal', type: 'boolean', jsonPath: '.status.enableExternal' },
    { name: 'EnableBfd', type: 'boolean', jsonPath: '.status.enableBfd' },
    { name: 'Standby', type: 'boolean', jsonPath: '.status.standby' },
    { name: 'Subnets', type: 'string', jsonPath: '.status.subnets' },
    { name: 'ExtraExternalSubnets', type: 'string', jsonPath: '.status.extraExternalSubnets' },
    { name: 'Namespaces', type: 'string', jsonPath: '.spec.namespaces' },
    { name: 'DefaultSubnet', type: 'string', jsonPath: '.status.defaultLogicalSwitch' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  schema: vpcSchema,
  specSchema: vpcSpecSchema,
  statusSchema: vpcStatusSchema,
});
