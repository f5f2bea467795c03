// Status of a Vpc, computed from what is; the same object when nothing changes.

import { clearError, setCondition, type VpcStatus, withStandardConditions } from '@kube-ovn/crds';
import type { VpcFact } from '../../cells/vpc.ts';
import type { View } from '../../engine/view.ts';
import { loadBalancerNames } from '../../network-config.ts';

export function vpcStatus(
  vpc: VpcFact,
  subnets: readonly string[],
  old: VpcStatus,
  generation: number | undefined,
  view: View,
): VpcStatus {
  const names = loadBalancerNames(vpc.name, view.config);
  return {
    ...old,
    conditions: conditions(vpc, old, { generation, now: new Date(view.now) }),
    standby: true,
    default: vpc.isDefault,
    defaultLogicalSwitch: vpc.defaultSubnet ?? '',
    router: vpc.name,
    subnets: [...subnets],
    tcpLoadBalancer: names.tcp,
    tcpSessionLoadBalancer: names.tcpSession,
    udpLoadBalancer: names.udp,
    udpSessionLoadBalancer: names.udpSession,
    sctpLoadBalancer: names.sctp,
    sctpSessionLoadBalancer: names.sctpSession,
  };
}

/** The contract declares conditions on a Vpc and leaves them empty; here a bad one says why. */
function conditions(
  vpc: VpcFact,
  old: VpcStatus,
  clock: { generation: number | undefined; now: Date },
): VpcStatus['conditions'] {
  if (vpc.error === undefined) {
    if (old.conditions === undefined || old.conditions.length === 0) return old.conditions;
    const ready = setCondition(
      clearError(old.conditions, clock),
      { type: 'Validated', status: 'True', reason: 'Validated', message: '' },
      clock,
    );
    return setCondition(ready, { type: 'Ready', status: 'True', reason: 'Programmed', message: '' }, clock);
  }
  const { reason, message, code } = vpc.error;
  const text = `${code}: ${message}`;
  let list = withStandardConditions(old.conditions, clock);
  list = setCondition(list, { type: 'Error', status: 'True', reason, message: text }, clock);
  list = setCondition(list, { type: 'Validated', status: 'False', reason, message: text }, clock);
  return setCondition(list, { type: 'Ready', status: 'False', reason, message: text }, clock);
}
