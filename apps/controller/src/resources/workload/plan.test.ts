import { expect, test } from 'vitest';
import { basics, statefulSet } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

const pool = { 'ovn.kubernetes.io/ip_pool': '10.16.0.20,10.16.0.21' };

test('ip_pool beside the pod template is a mistake that is told', () => {
  const world = new PlanWorld().apply(...basics('v4'));
  const misplaced = statefulSet('a', 1);
  world.apply({ ...misplaced, metadata: { ...misplaced.metadata, annotations: pool } });
  world.apply(statefulSet('b', 1, pool));
  expect(world.events.filter(({ reason }) => reason === 'IpPoolIgnored').map(({ key, type }) => [key, type])).toEqual(
    expect.arrayContaining([['StatefulSet/default/a', 'Warning']]),
  );
  expect(world.events.some(({ key }) => key === 'StatefulSet/default/b')).toBe(false);
});
