// IP: one address (or dual-stack pair) given to one NIC; the ledger of IPAM.

import * as z from 'zod';
import { kindSchema } from '../../schema/kind-schema.ts';
import { shape } from '../../schema/shape.ts';

const text = z.string().optional();
const legacyList = z.array(z.string()).optional().describe('Always []; kept for old readers.');

export const ipSpecSchema = shape({
  podName: text.describe(
    'Owner: pod, VM or node name, or the name of an internal owner such as u2o-interconnection.<vpc>.<subnet>.',
  ),
  namespace: text.describe('Namespace of the owner; empty for nodes.'),
  subnet: text.describe('Subnet the address is from. Treated as immutable.'),
  attachSubnets: legacyList,
  nodeName: text.describe('Node of the pod when the address was given.'),
  ipAddress: text.describe('v4, v6, or "v4,v6".'),
  v4IpAddress: text.describe('IPv4 address or empty.'),
  v6IpAddress: text.describe('IPv6 address in lower case, or empty.'),
  attachIps: legacyList,
  macAddress: text.describe('MAC address.'),
  attachMacs: legacyList,
  containerID: text.describe('Not written; kept for old readers.'),
  podType: text.describe('Empty, StatefulSet or VirtualMachine.'),
});

const ipStatusSchema = z.unknown();

export const ipSchema = kindSchema('IP', ipSpecSchema, ipStatusSchema);

export type IP = z.infer<typeof ipSchema>;
export type IPSpec = z.infer<typeof ipSpecSchema>;
