// The ACLs of a subnet, checked apart from the rest: a bad one is reported by its own condition reason, and the switch
// is still made.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import type { SubnetSpec } from './schema.ts';

type SubnetAcl = NonNullable<SubnetSpec['acls']>[number];

const DIRECTIONS = ['from-lport', 'to-lport'];
const ACTIONS = ['allow', 'allow-related', 'allow-stateless', 'drop', 'reject', 'pass'];

/** What OVN would refuse, taking the rest of the transaction with it. */
export function validateSubnetAcls(subnet: string, acls: readonly SubnetAcl[]): Result<readonly SubnetAcl[]> {
  for (const [index, acl] of acls.entries()) {
    const field = wrongField(acl);
    if (field !== undefined) {
      return failWith('ERR_SUBNET_ACL_INVALID', { subnet, index, field, value: String(acl[field] ?? '') });
    }
  }
  return ok(acls);
}

function wrongField(acl: SubnetAcl): 'direction' | 'action' | 'priority' | undefined {
  if (!DIRECTIONS.includes(acl.direction ?? '')) return 'direction';
  if (!ACTIONS.includes(acl.action ?? '')) return 'action';
  const priority = acl.priority ?? 0;
  return priority < 0 || priority > 32767 ? 'priority' : undefined;
}
