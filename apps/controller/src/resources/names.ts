// Names of Northbound rows that more than one resource must agree on (see the contract of object names).

import { pairText } from '../engine/families.ts';
import { rowId } from '../engine/tables.ts';

export function switchRow(subnet: string): string {
  return rowId('Logical_Switch', subnet);
}

export function routerRow(vpc: string): string {
  return rowId('Logical_Router', vpc);
}

export function portRow(port: string): string {
  return rowId('Logical_Switch_Port', port);
}

/** Port group and address set names allow no dash; the contract writes a dot. Two names that differ only so are one. */
export function dotted(name: string): string {
  return name.replaceAll('-', '.');
}

/**
 * The addresses of the pods of all distributed subnets of the default VPC on one node: one set and one policy per node,
 * however many subnets there are. Node names hold no underscore, so this spelling cannot collide.
 */
export function distributedSet(node: string, family: 4 | 6): string {
  return `distributed.${node.replaceAll('-', '_')}.ip${family}`;
}

/** Match key part of a policy row. */
export function policyKey(vpc: string, priority: number, match: string): string {
  return `${vpc}|${priority}|${match}`;
}

export { pairText };
