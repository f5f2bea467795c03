// What a rendered chart grants to each of its service accounts.

import type { KubeObject } from '@kube-ovn/kube';
import { type Permission, type PolicyRule, permissionsOf } from './permission.ts';

interface Binding extends KubeObject {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly name: string }[];
}

export function grantedTo(account: string, objects: readonly KubeObject[]): Set<Permission> {
  return permissionsOf(boundRoles(account, objects).flatMap(({ rules }) => rules as PolicyRule[]));
}

export function boundRoles(account: string, objects: readonly KubeObject[]): KubeObject[] {
  const bindings = objects.filter((object): object is Binding =>
    object.kind === 'ClusterRoleBinding' || object.kind === 'RoleBinding' ? bindsTo(object as Binding, account) : false,
  );
  return bindings.map(({ roleRef }) => {
    const role = objects.find(({ kind, metadata }) => kind === roleRef.kind && metadata.name === roleRef.name);
    if (!role) throw new Error(`${roleRef.kind} ${roleRef.name} is bound, but not there`);
    return role;
  });
}

function bindsTo({ subjects }: Binding, account: string): boolean {
  return subjects.some(({ name }) => name === account);
}
