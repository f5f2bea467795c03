// Status of a Subnet: conditions, and the counts of the very set that gives out the addresses.

import {
  type Condition,
  type ConditionClock,
  clearError,
  type SubnetStatus,
  setCondition,
  withStandardConditions,
} from '@kube-ovn/crds';
import type { CodedError } from '@kube-ovn/errors';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import type { View } from '../../engine/view.ts';
import { settle } from '../counts.ts';
import { activeGateways } from './gateway.ts';

export function readyStatus(subnet: SubnetFact, old: SubnetStatus, view: View): SubnetStatus {
  const { v4, v6 } = view.usage(subnet.name);
  const clock = { generation: subnet.generation, now: new Date(view.now) };
  const gateways = isCentralized(subnet, view) ? activeGateways(subnet, view) : undefined;
  return {
    ...old,
    conditions: gateways?.length === 0 ? noGateway(subnet, old, clock) : ready(gateways === undefined, old, clock),
    activateGateway: gateways === undefined || subnet.spec.enableEcmp === true ? '' : (gateways[0]?.name ?? ''),
    v4availableIPs: settle(old.v4availableIPs, v4.available),
    v4availableIPrange: v4.availableRange,
    v4usingIPs: settle(old.v4usingIPs, v4.using),
    v4usingIPrange: v4.usingRange,
    v6availableIPs: settle(old.v6availableIPs, v6.available),
    v6availableIPrange: v6.availableRange,
    v6usingIPs: settle(old.v6usingIPs, v6.using),
    v6usingIPrange: v6.usingRange,
  };
}

export function failedStatus(error: CodedError, old: SubnetStatus, clock: ConditionClock): SubnetStatus {
  const { reason } = error;
  const message = `${error.code}: ${error.message}`;
  let list = withStandardConditions(old.conditions, clock);
  list = setCondition(list, { type: 'Error', status: 'True', reason, message }, clock);
  list = setCondition(list, { type: 'Validated', status: 'False', reason, message }, clock);
  return { ...old, conditions: setCondition(list, { type: 'Ready', status: 'False', reason, message }, clock) };
}

function isCentralized(subnet: SubnetFact, view: View): boolean {
  return !subnet.isDistributed && subnet.vpc === view.config.clusterRouter && subnet.name !== view.config.nodeSwitch;
}

function ready(distributed: boolean, old: SubnetStatus, clock: ConditionClock): Condition[] {
  const validated = { type: 'Validated', status: 'True', reason: 'ValidateLogicalSwitchSuccess', message: '' } as const;
  const reason = distributed ? 'ResetLogicalSwitchAclSuccess' : 'ReconcileCentralizedGatewaySuccess';
  const list = setCondition(clearError(withStandardConditions(old.conditions, clock), clock), validated, clock);
  return setCondition(list, { type: 'Ready', status: 'True', reason, message: '' }, clock);
}

function noGateway(subnet: SubnetFact, old: SubnetStatus, clock: ConditionClock): Condition[] {
  const named = (subnet.spec.gatewayNode ?? '') !== '' || (subnet.spec.gatewayNodeSelectors ?? []).length > 0;
  const reason = named ? 'NoActiveGatewayFound' : 'NoReadyGateway';
  const message = named ? `subnet ${subnet.name} gws are not ready` : `subnet ${subnet.name} names no gateway node`;
  let list = withStandardConditions(old.conditions, clock);
  list = setCondition(list, { type: 'Validated', status: 'True', reason, message }, clock);
  if (named) list = setCondition(list, { type: 'Error', status: 'True', reason, message }, clock);
  return setCondition(list, { type: 'Ready', status: 'False', reason, message }, clock);
}
