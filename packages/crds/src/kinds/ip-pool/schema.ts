// IPPool: a part of a subnet's addresses, reserved for namespaces or for pods that name the pool.

import * as z from 'zod';
import { conditions } from '../../schema/condition.ts';
import { count } from '../../schema/count.ts';
import { kindSchema } from '../../schema/kind-schema.ts';
import { shape } from '../../schema/shape.ts';

const text = z.string().optional();
const names = z.array(z.string()).optional();

export const ipPoolSpecSchema = shape({
  subnet: z.string().describe('Subnet the pool is cut from. Immutable by convention.'),
  namespaces: names.describe('Namespaces bound to the pool: their pods draw only from it.'),
  ips: z
    .array(z.string())
    .describe(
      'Addresses, ranges first..last, or CIDRs, of both families; inside the subnet and in no other pool of it.',
    ),
  enableAddressSet: z
    .boolean()
    .default(false)
    .describe('Also make an OVN address set named after the pool, for use as $name in policy routes and ACLs.'),
});

export const ipPoolStatusSchema = shape({
  conditions,
  v4AvailableIPs: count.optional().describe('Free IPv4 addresses.'),
  v4AvailableIPRange: text.describe('Free IPv4 addresses as first..last,...'),
  v4UsingIPs: count.optional().describe('IPv4 addresses in use.'),
  v4UsingIPRange: text.describe('IPv4 addresses in use as first..last,...'),
  v6AvailableIPs: count.optional().describe('Free IPv6 addresses.'),
  v6AvailableIPRange: text.describe('Free IPv6 addresses as first..last,...'),
  v6UsingIPs: count.optional().describe('IPv6 addresses in use.'),
  v6UsingIPRange: text.describe('IPv6 addresses in use as first..last,...'),
});

export const ipPoolSchema = kindSchema('IPPool', ipPoolSpecSchema, ipPoolStatusSchema);

export type IPPool = z.infer<typeof ipPoolSchema>;
export type IPPoolSpec = z.infer<typeof ipPoolSpecSchema>;
export type IPPoolStatus = z.infer<typeof ipPoolStatusSchema>;
