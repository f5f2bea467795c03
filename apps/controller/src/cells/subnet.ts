// A subnet that may be programmed: right by itself and in no conflict with others.

import type { CodedError } from '@kube-ovn/errors';
import type { Cell } from '../engine/cells.ts';
import type { View } from '../engine/view.ts';
import { checkAgainstOthers } from './subnet-conflicts.ts';
import { type SubnetFact, specCell, subnetsCell } from './subnet-spec.ts';

export type SubnetCheck =
  | { readonly ok: true; readonly subnet: SubnetFact }
  | { readonly ok: false; readonly error: CodedError; readonly subnet?: SubnetFact };

/** The subnet if it may be programmed, else why not. */
export const subnetCell: Cell<View, SubnetCheck | undefined> = {
  name: 'subnet',
  compute(view, key) {
    const own = view.cell(specCell, key);
    if (own === undefined) return undefined;
    if (!own.ok) return own;
    const others = view.cell(subnetsCell, '').filter((other) => other.name !== key);
    const error = checkAgainstOthers(own.value, others, view);
    return error === undefined ? { ok: true, subnet: own.value } : { ok: false, error, subnet: own.value };
  },
};
