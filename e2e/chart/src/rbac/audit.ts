// Calls of a service account as the API server of a real cluster noted them (audit.k8s.io/v1, lines of JSON). Pure.

import { type Permission, permission } from './permission.ts';

export interface Call {
  readonly account: string;
  readonly permission: Permission;
  readonly namespace: string;
  /** Of a list or watch: the one that its field selector asks for. */
  readonly name: string;
}

interface AuditEvent {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly resource: string;
    readonly apiGroup?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
}

/** Each call once, of accounts in one namespace. The last line may be unfinished. */
export function callsOf(log: string, namespace: string): Call[] {
  const prefix = `system:serviceaccount:${namespace}:`;
  const calls = log.split('\n').flatMap((line) => {
    if (!line.endsWith('}')) return [];
    const { verb, user, objectRef } = JSON.parse(line) as AuditEvent;
    if (!user.username.startsWith(prefix) || !objectRef) return [];
    const resource = objectRef.apiGroup ? `${objectRef.resource}.${objectRef.apiGroup}` : objectRef.resource;
    const call: Call = {
      account: user.username.slice(prefix.length),
      permission: permission({ verb, resource, subresource: objectRef.subresource }),
      namespace: objectRef.namespace ?? '',
      name: objectRef.name ?? '',
    };
    return [call];
  });
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}
