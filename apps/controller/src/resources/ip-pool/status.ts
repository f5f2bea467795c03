// Status of an IPPool: conditions and the use of its addresses.

import { clearError, type IPPoolStatus, setCondition, withStandardConditions } from '@kube-ovn/crds';
import type { PoolFact } from '../../cells/ip-pool.ts';
import type { View } from '../../engine/view.ts';
import { settle } from '../counts.ts';

export function poolStatus(pool: PoolFact, old: IPPoolStatus, view: View): IPPoolStatus {
  const clock = { generation: pool.generation, now: new Date(view.now) };
  if (pool.error !== undefined) {
    const { reason, code, message } = pool.error;
    const text = `${code}: ${message}`;
    const list = setCondition(
      withStandardConditions(old.conditions, clock),
      { type: 'Error', status: 'True', reason, message: text },
      clock,
    );
    return { ...old, conditions: setCondition(list, { type: 'Ready', status: 'False', reason, message: text }, clock) };
  }
  const { v4, v6 } = view.poolUsage(pool.name, pool.subnet);
  const list = clearError(withStandardConditions(old.conditions, clock), clock);
  return {
    ...old,
    conditions: setCondition(
      list,
      { type: 'Ready', status: 'True', reason: 'UpdateIPAMSucceeded', message: '' },
      clock,
    ),
    v4AvailableIPs: settle(old.v4AvailableIPs, v4.available),
    v4AvailableIPRange: v4.availableRange,
    v4UsingIPs: settle(old.v4UsingIPs, v4.using),
    v4UsingIPRange: v4.usingRange,
    v6AvailableIPs: settle(old.v6AvailableIPs, v6.available),
    v6AvailableIPRange: v6.availableRange,
    v6UsingIPs: settle(old.v6UsingIPs, v6.using),
    v6UsingIPRange: v6.usingRange,
  };
}
