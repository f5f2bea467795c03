import { expect, test } from 'vitest';
import { CHASSIS_ANNOTATION, isStale } from './stale-chassis.ts';

const ROW = { _uuid: 'u', name: 'a', hostname: 'n1', other_config: {} };
const node = (annotations?: Record<string, string>) => ({ metadata: { name: 'n1', annotations } });

test.each([
  ['no node has its name', ROW, undefined, true],
  ['its node has said nothing yet', ROW, node(), false],
  ['it is what its node says', ROW, node({ [CHASSIS_ANNOTATION]: 'a' }), false],
  ['another has taken its place', ROW, node({ [CHASSIS_ANNOTATION]: 'b' }), true],
  ['it is of another cluster', { ...ROW, other_config: { 'is-remote': 'true' } }, undefined, false],
])('%s', (_, row, owner, expected) => {
  expect(isStale(row, owner)).toBe(expected);
});
