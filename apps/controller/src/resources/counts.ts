// Address counts as they are compared and written: a JSON number as it was read, or the bigint that JSON cannot hold.

import { settleCount } from '@kube-ovn/crds';

/** The count to write; the stored value itself when it says the same, so that nothing is written for its spelling. */
export function settle(stored: unknown, computed: bigint): bigint {
  const before =
    typeof stored === 'number' || typeof stored === 'string' ? BigInt(stored) : (stored as bigint | undefined);
  const count = settleCount(before, computed);
  const spelled = count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count;
  return spelled as unknown as bigint;
}
