// What the daemon keeps of every node: its addresses, and of its own node also annotations and labels.

import type { Family } from '@kube-ovn/ipam';
import { canonicalAddress } from '@kube-ovn/ipam';
import type { KubeObject } from '@kube-ovn/kube';

export interface NodeRecord {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly resourceVersion?: string };
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly internalIps: readonly NodeAddress[];
  /** The condition NetworkUnavailable as the API server has it. */
  readonly networkUnavailable?: { readonly status?: string; readonly reason?: string; readonly message?: string };
}

export interface NodeAddress {
  readonly family: Family;
  readonly address: string;
}

interface NodeStatus {
  readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
  readonly conditions?: readonly { readonly type?: string; status?: string; reason?: string; message?: string }[];
}

export function nodeRecord(raw: KubeObject, own: string): NodeRecord {
  const { name, uid, resourceVersion, annotations = {}, labels = {} } = raw.metadata;
  const status = (raw.status ?? {}) as NodeStatus;
  const isOwn = name === own;
  return {
    metadata: { name, uid, resourceVersion },
    annotations: isOwn ? onlyOurs(annotations) : {},
    labels: isOwn ? onlyOurs(labels) : {},
    internalIps: internalIps(status),
    networkUnavailable: isOwn ? networkUnavailable(status) : undefined,
  };
}

/** The first InternalIP of a family. */
export function internalIp(node: NodeRecord, family: Family): string | undefined {
  return node.internalIps.find((address) => address.family === family)?.address;
}

function internalIps(status: NodeStatus): NodeAddress[] {
  return (status.addresses ?? []).flatMap(({ type, address = '' }) => {
    const canonical = type === 'InternalIP' ? canonicalAddress(address) : undefined;
    return canonical?.ok ? [{ family: canonical.value.includes(':') ? 6 : 4, address: canonical.value } as const] : [];
  });
}

function networkUnavailable(status: NodeStatus): NodeRecord['networkUnavailable'] {
  const found = status.conditions?.find(({ type }) => type === 'NetworkUnavailable');
  return found && { status: found.status, reason: found.reason, message: found.message };
}

function onlyOurs(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key]) => key.startsWith('ovn.kubernetes.io/') || key.includes('.provider-network.kubernetes.io/'),
    ),
  );
}
