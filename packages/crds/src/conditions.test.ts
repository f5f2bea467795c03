import { describe, expect, test } from 'vitest';
import { clearError, getCondition, isConditionTrue, setCondition, withStandardConditions } from './conditions.ts';
import type { Condition } from './schema/condition.ts';

const then = '2026-01-01T00:00:00Z';
const now = new Date('2026-02-02T02:02:02.345Z');
const stored: Condition[] = [
  {
    type: 'Ready',
    status: 'True',
    reason: 'Done',
    message: 'fine',
    observedGeneration: 1,
    lastUpdateTime: then,
    lastTransitionTime: then,
  },
];
const same = { type: 'Ready', status: 'True', reason: 'Done', message: 'fine' } as const;

describe('setCondition', () => {
  test('nothing changes: the same array', () => {
    expect(setCondition(stored, same, { generation: 1, now })).toBe(stored);
    expect(setCondition(stored, same, { now })).toBe(stored);
  });

  test('a new message moves lastUpdateTime only', () => {
    const [ready] = setCondition(stored, { ...same, message: 'better' }, { generation: 2, now });
    expect(ready).toEqual({
      ...stored[0],
      message: 'better',
      observedGeneration: 2,
      lastUpdateTime: '2026-02-02T02:02:02Z',
    });
  });

  test('a new status moves both times', () => {
    const [ready] = setCondition(stored, { ...same, status: 'False' }, { generation: 1, now });
    expect(ready).toMatchObject({
      status: 'False',
      lastUpdateTime: '2026-02-02T02:02:02Z',
      lastTransitionTime: '2026-02-02T02:02:02Z',
    });
  });

  test('a newer generation alone moves neither', () => {
    const [ready] = setCondition(stored, same, { generation: 2, now });
    expect(ready).toEqual({ ...stored[0], observedGeneration: 2 });
  });

  test('absent reason and message count as empty', () => {
    const bare: Condition[] = [{ type: 'Ready', status: 'True' }];
    expect(setCondition(bare, { type: 'Ready', status: 'True', reason: '', message: '' }, { now })).toBe(bare);
  });

  test('a new type is appended, the old list stays as it was', () => {
    const next = setCondition(stored, { ...same, type: 'Validated' }, { now });
    expect(next.map(({ type }) => type)).toEqual(['Ready', 'Validated']);
    expect(stored).toHaveLength(1);
  });

  test('fields that nobody here knows survive', () => {
    const strange = [{ ...stored[0]!, extra: 1 }];
    expect(setCondition(strange, { ...same, message: 'x' }, { now })[0]).toMatchObject({ extra: 1 });
  });

  test('conditions with a node are apart from each other', () => {
    let list = setCondition([], { ...same, node: 'a' }, { now });
    list = setCondition(list, { ...same, node: 'b', status: 'False' }, { now });
    expect(list.map(({ node, status }) => [node, status])).toEqual([
      ['a', 'True'],
      ['b', 'False'],
    ]);
    expect(isConditionTrue(list, 'Ready', 'a')).toBe(true);
    expect(isConditionTrue(list, 'Ready', 'b')).toBe(false);
    expect(getCondition(list, 'Ready')).toBeUndefined();
  });
});

test('standard conditions are added where missing', () => {
  const list = withStandardConditions(stored, { now });
  expect(list.map(({ type, status, reason, message }) => [type, status, reason, message])).toEqual([
    ['Ready', 'True', 'Done', 'fine'],
    ['Validated', 'Unknown', 'Init', 'Not Observed'],
    ['Error', 'Unknown', 'Init', 'Not Observed'],
  ]);
  expect(withStandardConditions(list, { now })).toBe(list);
});

test('no error is spelled by the contract', () => {
  expect(clearError([], { now })[0]).toMatchObject({
    type: 'Error',
    status: 'False',
    reason: 'NoError',
    message: 'No error seen',
  });
});
