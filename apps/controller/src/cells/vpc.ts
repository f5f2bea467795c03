// A Vpc object, read and checked.

import { parseObject, type VpcSpec, validateVpcSpec } from '@kube-ovn/crds';
import type { CodedError } from '@kube-ovn/errors';
import type { Cell } from '../engine/cells.ts';
import type { View } from '../engine/view.ts';
import { subnetsCell } from './subnet-spec.ts';

export interface VpcFact {
  readonly name: string;
  readonly isDefault: boolean;
  readonly deleting: boolean;
  readonly namespaces: readonly string[];
  /** Where pods of the VPC's namespaces go first. */
  readonly defaultSubnet?: string;
  readonly spec: VpcSpec;
  /** Why its routes cannot be programmed. */
  readonly error?: CodedError;
}

export const vpcCell: Cell<View, VpcFact | undefined> = {
  name: 'vpc',
  compute(view, key) {
    const object = view.get('Vpc', key);
    if (object === undefined) return undefined;
    const parsed = parseObject('Vpc', object);
    const spec = parsed.ok ? (parsed.value.spec ?? {}) : {};
    const checked = parsed.ok ? validateVpcSpec(key, spec) : parsed;
    const isDefault = key === view.config.clusterRouter;
    return {
      name: key,
      isDefault,
      deleting: object.metadata.deletionTimestamp !== undefined,
      namespaces: spec.namespaces ?? [],
      defaultSubnet: isDefault ? view.config.defaultSubnet : (nonEmpty(spec.defaultSubnet) ?? markedDefault(view, key)),
      spec,
      error: checked.ok ? undefined : checked.error,
    };
  },
};

export const vpcsCell: Cell<View, readonly VpcFact[]> = {
  name: 'vpcs',
  compute: (view) => view.keys('Vpc').flatMap((name) => view.cell(vpcCell, name) ?? []),
};

/** Names of the subnets of a VPC, sorted: derived, never recorded (a subnet that names the default VPC counts like one that names none). */
export const vpcSubnetsCell: Cell<View, readonly string[]> = {
  name: 'vpc subnets',
  compute: (view, key) =>
    view
      .cell(subnetsCell, '')
      .filter((subnet) => subnet.vpc === key && subnet.isOvn)
      .map((subnet) => subnet.name),
};

function markedDefault(view: View, vpc: string): string | undefined {
  return view.cell(subnetsCell, '').find((subnet) => subnet.vpc === vpc && subnet.spec.default === true)?.name;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
