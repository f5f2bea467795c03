// The CRD of IPPool against the contract: every field, type, limit, name and column that users and tools rely on.

import { describe } from 'vitest';
import { checkContract } from '../../testing/contract-check.ts';
import { ipPoolKind as kind } from './kind.ts';

const NAMES = {
  crd: 'ippools.kubeovn.io',
  singular: 'ippool',
  listKind: 'IPPoolList',
  shortNames: ['ippool'],
  scope: 'Cluster',
  subresources: ['status'],
};

// name type jsonPath
const COLUMNS = `
Subnet string .spec.subnet
enableAddressSet boolean .spec.enableAddressSet
IPs string .spec.ips
V4Used number .status.v4UsingIPs
V4Available number .status.v4AvailableIPs
V6Used number .status.v6UsingIPs
V6Available number .status.v6AvailableIPs
`;

// path type constraints
const FIELDS = `
.spec.enableAddressSet boolean default=false
.spec.ips array required
.spec.ips[] string
.spec.namespaces array
.spec.namespaces[] string
.spec.subnet string required
.status.conditions array
.status.v4AvailableIPRange string
.status.v4AvailableIPs number
.status.v4UsingIPRange string
.status.v4UsingIPs number
.status.v6AvailableIPRange string
.status.v6AvailableIPs number
.status.v6UsingIPRange string
.status.v6UsingIPs number
`;

describe('contract of IPPool', () => checkContract(kind, { names: NAMES, columns: COLUMNS, fields: FIELDS }));
