// Everything that a rendered chart grants to an account, each with how far it goes: a namespace, and names of objects.

import type { KubeObject } from '@kube-ovn/kube';
import type { Call } from './audit.ts';
import { boundRoles } from './granted.ts';
import { type Permission, type PolicyRule, permissionsOf } from './permission.ts';

export interface Grant {
  readonly permission: Permission;
  /** undefined: in all of them, and for what has none. */
  readonly namespace?: string;
  /** undefined: whatever its name. */
  readonly name?: string;
}

export function grantsTo(account: string, objects: readonly KubeObject[]): Grant[] {
  return boundRoles(account, objects).flatMap(({ kind, metadata, rules }) => {
    const namespace = kind === 'Role' ? metadata.namespace : undefined;
    return (rules as (PolicyRule & { readonly resourceNames?: readonly string[] })[]).flatMap((rule) =>
      [...permissionsOf([rule])].flatMap((one) =>
        (rule.resourceNames ?? [undefined]).map((name) => ({ permission: one, namespace, name })),
      ),
    );
  });
}

/** Does this call need this grant? */
export function uses(call: Call, { permission, namespace, name }: Grant): boolean {
  return (
    call.permission === permission &&
    (namespace === undefined || call.namespace === namespace) &&
    (name === undefined || call.name === name)
  );
}

export function grantText({ permission, namespace, name }: Grant): string {
  return [
    permission,
    ...(name === undefined ? [] : [name]),
    ...(namespace === undefined ? [] : [`in ${namespace}`]),
  ].join(' ');
}
