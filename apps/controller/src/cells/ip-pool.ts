// An IPPool object, read and checked against its subnet and the other pools of it.

import { parseObject, validateIpPoolSpec } from '@kube-ovn/crds';
import { type CodedError, codedError } from '@kube-ovn/errors';
import { type AddressRange, parseCidr, parseRange } from '@kube-ovn/ipam';
import type { Cell } from '../engine/cells.ts';
import { families } from '../engine/families.ts';
import type { View } from '../engine/view.ts';
import { specCell } from './subnet-spec.ts';

export interface PoolFact {
  readonly name: string;
  readonly generation: number | undefined;
  readonly created: string;
  readonly deleting: boolean;
  readonly subnet: string;
  readonly addresses: readonly string[];
  readonly namespaces: readonly string[];
  readonly addressSet: boolean;
  readonly error?: CodedError;
}

/** The object alone. */
export const poolSpecCell: Cell<View, PoolFact | undefined> = {
  name: 'pool spec',
  compute(view, key) {
    const object = view.get('IPPool', key);
    if (object === undefined) return undefined;
    const parsed = parseObject('IPPool', object);
    const spec = parsed.ok ? parsed.value.spec : undefined;
    const checked = parsed.ok ? validateIpPoolSpec(key, parsed.value.spec ?? { subnet: '', ips: [] }) : parsed;
    return {
      name: key,
      generation: object.metadata.generation,
      created: object.metadata.creationTimestamp ?? '',
      deleting: object.metadata.deletionTimestamp !== undefined,
      subnet: spec?.subnet ?? '',
      addresses: spec?.ips ?? [],
      namespaces: spec?.namespaces ?? [],
      addressSet: spec?.enableAddressSet === true,
      error: checked.ok ? undefined : checked.error,
    };
  },
};

export const poolCell: Cell<View, PoolFact | undefined> = {
  name: 'pool',
  compute(view, key) {
    const pool = view.cell(poolSpecCell, key);
    if (pool === undefined || pool.error !== undefined) return pool;
    const error = outside(pool, view) ?? overlap(pool, view);
    return error === undefined ? pool : { ...pool, error };
  },
};

function outside(pool: PoolFact, view: View): CodedError | undefined {
  const subnet = view.cell(specCell, pool.subnet);
  if (subnet === undefined) return codedError('ERR_IPPOOL_SUBNET_UNKNOWN', { pool: pool.name, subnet: pool.subnet });
  if (!subnet.ok) return undefined;
  const cidrs = families(subnet.value.cidrs).flatMap(([, cidr]) => {
    const parsed = parseCidr(cidr.text);
    return parsed.ok ? [parsed.value] : [];
  });
  for (const text of pool.addresses) {
    const range = parseRange(text);
    if (!range.ok) return range.error;
    const { family, first, last } = range.value;
    if (cidrs.some((cidr) => cidr.family === family && cidr.first.value <= first && last <= cidr.last.value)) continue;
    return codedError('ERR_IPPOOL_OUTSIDE_SUBNET', { pool: pool.name, text, subnet: pool.subnet });
  }
  return undefined;
}

/** Of two pools that share an address the older one keeps it. */
function overlap(pool: PoolFact, view: View): CodedError | undefined {
  for (const name of view.keys('IPPool')) {
    if (name === pool.name) continue;
    const other = view.cell(poolSpecCell, name);
    if (other === undefined || other.subnet !== pool.subnet || other.error !== undefined) continue;
    if (pool.created < other.created || (pool.created === other.created && pool.name < other.name)) continue;
    const shared = pool.addresses.find((text) => other.addresses.some((theirs) => rangesOverlap(text, theirs)));
    if (shared !== undefined) return codedError('ERR_IPPOOL_OVERLAP', { pool: pool.name, text: shared, other: name });
  }
  return undefined;
}

function rangesOverlap(left: string, right: string): boolean {
  const [a, b] = [parseRange(left), parseRange(right)];
  return a.ok && b.ok && overlaps(a.value, b.value);
}

function overlaps(a: AddressRange, b: AddressRange): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last;
}
