// Names and printer columns of IPPool.

import { defineKind } from '../kind-spec.ts';
import { ipPoolSchema, ipPoolSpecSchema, ipPoolStatusSchema } from './schema.ts';

export const ipPoolKind = defineKind({
  kind: 'IPPool',
  plural: 'ippools',
  singular: 'ippool',
  shortNames: ['ippool'],
  scope: 'Cluster',
  hasStatus: true,
  summary: 'A part of the addresses of a subnet, reserved for namespaces or for pods that name the pool.',
  columns: [
    { name: 'Subnet', type: 'string', jsonPath: '.spec.subnet' },
    { name: 'enableAddressSet', type: 'boolean', jsonPath: '.spec.enableAddressSet' },
    { name: 'IPs', type: 'string', jsonPath: '.spec.ips' },
    { name: 'V4Used', type: 'number', jsonPath: '.status.v4UsingIPs' },
    { name: 'V4Available', type: 'number', jsonPath: '.status.v4AvailableIPs' },
    { name: 'V6Used', type: 'number', jsonPath: '.status.v6UsingIPs' },
    { name: 'V6Available', type: 'number', jsonPath: '.status.v6AvailableIPs' },
  ],
  schema: ipPoolSchema,
  specSchema: ipPoolSpecSchema,
  statusSchema: ipPoolStatusSchema,
});
