import { expect, test } from 'vitest';
import type { Pod } from './pod.ts';
import { leastUsed } from './scheduler.ts';
import { missingPods, type StatefulSet, surplusPods } from './stateful-sets.ts';

function pod(name: string, nodeName?: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'data', uid: name } as Pod['metadata'],
    spec: { nodeName, containers: [] },
  };
}

test('a pod without a node goes where the fewest are', () => {
  expect(leastUsed(['a', 'b'], [])).toBe('a');
  expect(leastUsed(['a', 'b'], [pod('x', 'a')])).toBe('b');
});

test('a StatefulSet lacks pods by ordinal, and has too many from its number of replicas on', () => {
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'data', uid: 'u' },
    spec: { replicas: 2, template: { spec: { containers: [] } } },
  } as unknown as StatefulSet;
  expect(missingPods(set, [pod('db-1')])).toMatchObject([
    { metadata: { name: 'db-0', ownerReferences: [{ uid: 'u' }] } },
  ]);
  expect(surplusPods(set, [pod('db-0'), pod('db-1'), pod('db-2')]).map(({ metadata }) => metadata.name)).toEqual([
    'db-2',
  ]);
});
