// An IP object, read: who holds which addresses in which subnet.

import { LABELS } from '@kube-ovn/crds';
import type { Cell } from '../engine/cells.ts';
import type { View } from '../engine/view.ts';
import type { CustomObject } from '../kinds/objects.ts';

export interface IpFact {
  readonly name: string;
  readonly uid: string;
  readonly subnet: string;
  readonly podName: string;
  readonly namespace: string;
  readonly podType: string;
  readonly v4?: string;
  readonly v6?: string;
  readonly mac?: string;
  readonly reserved: boolean;
  readonly deleting: boolean;
}

export const ipCell: Cell<View, IpFact | undefined> = {
  name: 'ip',
  compute(view, key) {
    const object = view.get('IP', key);
    return object === undefined ? undefined : readIp(object);
  },
};

export function readIp(object: CustomObject): IpFact {
  const { metadata } = object;
  const spec = (object.spec ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    subnet: text(spec.subnet) ?? '',
    podName: text(spec.podName) ?? '',
    namespace: text(spec.namespace) ?? '',
    podType: text(spec.podType) ?? '',
    v4: text(spec.v4IpAddress),
    v6: text(spec.v6IpAddress),
    mac: text(spec.macAddress),
    reserved: metadata.labels?.[LABELS.ipReserved] === 'true',
    deleting: metadata.deletionTimestamp !== undefined,
  };
}

/** Go writes absent texts as ''. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
