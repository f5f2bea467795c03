import { expect, test } from 'vitest';
import { isRolledOut } from './rollout.ts';

const metadata = { name: 'a', generation: 2 };

test.each([
  ['has not been looked at', { status: { observedGeneration: 1, updatedNumberScheduled: 0 } }, false],
  [
    'waits for a pod',
    { status: { observedGeneration: 2, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 } },
    false,
  ],
  [
    'a DaemonSet that runs',
    { status: { observedGeneration: 2, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 } },
    true,
  ],
  [
    'a Deployment with an old pod',
    { spec: { replicas: 1 }, status: { observedGeneration: 2, updatedReplicas: 1, availableReplicas: 1, replicas: 2 } },
    false,
  ],
  [
    'a Deployment that runs',
    { spec: { replicas: 1 }, status: { observedGeneration: 2, updatedReplicas: 1, availableReplicas: 1, replicas: 1 } },
    true,
  ],
])('%s', (_, workload, expected) => {
  expect(isRolledOut({ metadata, ...workload })).toBe(expected);
});
