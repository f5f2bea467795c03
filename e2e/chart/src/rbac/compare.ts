// The calls of a real cluster against the chart's roles, both ways. Pure.

import type { KubeObject } from '@kube-ovn/kube';
import type { Call } from './audit.ts';
import { grantsTo, grantText, uses } from './grants.ts';
import type { Permission } from './permission.ts';

export interface Complaints {
  /** Asked for and not granted. A refused call that is granted came while an uninstallation had taken the roles away already. */
  readonly missing: readonly string[];
  /** Granted, and neither called on the cluster nor known from elsewhere. */
  readonly unused: readonly string[];
}

/** `known`: permissions with a recorded call or a reason of their own. */
export function compare(
  account: string,
  objects: readonly KubeObject[],
  calls: readonly Call[],
  known: ReadonlySet<Permission>,
): Complaints {
  const grants = grantsTo(account, objects);
  const own = calls.filter((call) => call.account === account);
  const missing = own.filter((call) => !grants.some((grant) => uses(call, grant)));
  const unused = grants.filter((grant) => !known.has(grant.permission) && !own.some((call) => uses(call, grant)));
  return {
    missing: [...new Set(missing.map((call) => `${call.permission} ${call.namespace}/${call.name}`))].sort(),
    unused: [...new Set(unused.map(grantText))].sort(),
  };
}
