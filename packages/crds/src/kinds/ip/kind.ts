// Names and printer columns of IP.

import { defineKind } from '../kind-spec.ts';
import { ipSchema, ipSpecSchema } from './schema.ts';

export const ipKind = defineKind({
  kind: 'IP',
  plural: 'ips',
  singular: 'ip',
  shortNames: ['ip'],
  scope: 'Cluster',
  hasStatus: false,
  summary: 'One address (dual stack: one of each family) given to one network interface.',
  columns: [
    { name: 'V4IP', type: 'string', jsonPath: '.spec.v4IpAddress' },
    { name: 'V6IP', type: 'string', jsonPath: '.spec.v6IpAddress' },
    { name: 'Mac', type: 'string', jsonPath: '.spec.macAddress' },
    { name: 'Node', type: 'string', jsonPath: '.spec.nodeName' },
    { name: 'Subnet', type: 'string', jsonPath: '.spec.subnet' },
  ],
  schema: ipSchema,
  specSchema: ipSpecSchema,
});
