// The default and the join subnet are made once from the settings and never changed. When the settings change later, the
// subnet stays, and that is said loudly: pods would otherwise fail for a network that nobody sees anywhere.

import { type Condition, type ConditionClock, getCondition, type SubnetStatus, setCondition } from '@kube-ovn/crds';
import { type CodedError, codedError } from '@kube-ovn/errors';
import { type DualCidr, formatCidr, parseDualCidr } from '@kube-ovn/ipam';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { pairText } from '../../engine/families.ts';
import type { View } from '../../engine/view.ts';

const DRIFT = 'ConfigurationDrift';

export function driftOf(subnet: SubnetFact, view: View): CodedError | undefined {
  const { config } = view;
  const wanted =
    subnet.name === config.defaultSubnet
      ? config.defaultCidr
      : subnet.name === config.nodeSwitch
        ? config.nodeSwitchCidr
        : undefined;
  const cidr = pairText({ v4: subnet.cidrs.v4?.text, v6: subnet.cidrs.v6?.text });
  if (wanted === undefined || sameCidrs(wanted, cidr)) return undefined;
  return codedError('ERR_SUBNET_CONFIGURATION_DRIFT', { subnet: subnet.name, cidr, wanted });
}

/** The conditions with this one: present while there is a drift, absent otherwise. */
export function withDrift(
  conditions: readonly Condition[] | undefined,
  drift: CodedError | undefined,
  clock: ConditionClock,
): Condition[] | undefined {
  if (drift !== undefined) {
    const { code, message } = drift;
    const change = { type: DRIFT, status: 'True', reason: 'CidrBlockDiffers', message: `${code}: ${message}` } as const;
    return setCondition(conditions, change, clock);
  }
  if (getCondition(conditions, DRIFT) === undefined) return conditions as Condition[] | undefined;
  return conditions?.filter(({ type }) => type !== DRIFT);
}

/** Whether the users have not been told of exactly this yet. */
export function isNews(status: SubnetStatus, drift: CodedError): boolean {
  return getCondition(status.conditions, DRIFT)?.message !== `${drift.code}: ${drift.message}`;
}

function sameCidrs(a: string, b: string): boolean {
  const [left, right] = [parseDualCidr(a), parseDualCidr(b)];
  return left.ok && right.ok && canonical(left.value) === canonical(right.value);
}

function canonical({ v4, v6 }: DualCidr): string {
  return pairText({ v4: v4 && formatCidr(v4), v6: v6 && formatCidr(v6) });
}
