// The CRD of IP against the contract: every field, type, limit, name and column that users and tools rely on.

import { describe } from 'vitest';
import { checkContract } from '../../testing/contract-check.ts';
import { ipKind as kind } from './kind.ts';

const NAMES = {
  crd: 'ips.kubeovn.io',
  singular: 'ip',
  listKind: 'IPList',
  shortNames: ['ip'],
  scope: 'Cluster',
  subresources: [],
};

// name type jsonPath
const COLUMNS = `
V4IP string .spec.v4IpAddress
V6IP string .spec.v6IpAddress
Mac string .spec.macAddress
Node string .spec.nodeName
Subnet string .spec.subnet
`;

// path type constraints
const FIELDS = `
.spec.attachIps array
.spec.attachIps[] string
.spec.attachMacs array
.spec.attachMacs[] string
.spec.attachSubnets array
.spec.attachSubnets[] string
.spec.containerID string
.spec.ipAddress string
.spec.macAddress string
.spec.namespace string
.spec.nodeName string
.spec.podName string
.spec.podType string
.spec.subnet string
.spec.v4IpAddress string
.spec.v6IpAddress string
`;

describe('contract of IP', () => checkContract(kind, { names: NAMES, columns: COLUMNS, fields: FIELDS }));
