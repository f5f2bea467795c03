// The planner is a function of the objects: neither their order of arrival nor a restart shows in the rows.

import type { KubeObject } from '@kube-ovn/kube';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../kinds/registry.ts';
import { basics, ipPool, namespace, node, pod, statefulSet, subnet, vpc } from '../testing/objects.ts';
import { PlanWorld } from '../testing/plan-world.ts';

const fixed = (address: string) => ({
  'ovn.kubernetes.io/ip_address': address,
  'ovn.kubernetes.io/mac_address': macOf(address),
});

const inSubnet = (name: string) => ({ 'ovn.kubernetes.io/logical_switch': name });

/** Addresses and subnets are fixed: which of two pods is served first is the only thing that order may decide. */
const OBJECTS: readonly KubeObject[] = [
  ...basics('v4').map((object) => (object.kind === 'Node' ? fixNode(object, '100.64.0.11') : object)),
  fixNode(node('node-2', '172.18.0.3'), '100.64.0.12'),
  namespace('blue'),
  namespace('tenant'),
  vpc('t1', { namespaces: ['tenant'], policyRoutes: [{ priority: 7, match: 'ip4', action: 'drop' }] }),
  subnet('t1-net', '10.16.0.0/16', { vpc: 't1', namespaces: ['tenant'] }),
  subnet('blue-net', '10.30.0.0/24', { namespaces: ['blue'], gatewayType: 'centralized', gatewayNode: 'node-2' }),
  ipPool('web-pool', 'ovn-default', ['10.16.9.0/29'], [], { enableAddressSet: true }),
  pod('a', { node: 'node1', annotations: fixed('10.16.0.21') }),
  pod('b', { node: 'node-2', annotations: fixed('10.16.0.22') }),
  pod('c', { node: 'node1', namespace: 'blue', annotations: { ...fixed('10.30.0.21'), ...inSubnet('blue-net') } }),
  pod('d', { node: 'node-2', namespace: 'tenant', annotations: { ...fixed('10.16.0.21'), ...inSubnet('t1-net') } }),
  statefulSet('s', 1),
  pod('s-0', { node: 'node1', statefulSet: 's', annotations: fixed('10.16.0.23') }),
];

test('any order of creation gives the same rows', () => {
  const expected = worldOf(OBJECTS);
  fc.assert(
    fc.property(fc.shuffledSubarray([...OBJECTS], { minLength: OBJECTS.length }), (order) => {
      const world = new PlanWorld();
      for (const object of order) world.apply(object);
      expect(everything(world)).toEqual(everything(expected));
    }),
    { numRuns: 25 },
  );
});

test('a restart finds nothing to write', () => {
  const before = worldOf(OBJECTS);
  const kept = KIND_NAMES.flatMap((kind) => [...before.world.stores[kind].keys()].map((key) => before.get(kind, key)!));
  const after = new PlanWorld().restore(kept);
  expect(after.writes).toBe(0);
  expect(everything(after)).toEqual(everything(before));
});

test('deleting everything but the basics leaves the rows of the basics', () => {
  const plain = worldOf(OBJECTS.slice(0, basics().length));
  const extra = OBJECTS.slice(basics().length);
  fc.assert(
    fc.property(fc.shuffledSubarray([...extra], { minLength: extra.length }), (order) => {
      const world = worldOf(OBJECTS);
      for (const { kind, metadata } of order) {
        const key = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
        world.delete(kind as (typeof KIND_NAMES)[number], key);
      }
      expect(everything(world)).toEqual(everything(plain));
    }),
    { numRuns: 25 },
  );
});

function worldOf(objects: readonly KubeObject[]): PlanWorld {
  return new PlanWorld().apply(...objects);
}

function everything(world: PlanWorld): object {
  const rows = world.rows();
  const sets = Object.keys(rows).filter((id) => id.startsWith('Address_Set|'));
  return { rows, members: Object.fromEntries(sets.map((id) => [id, world.members(id, 'addresses')])) };
}

function fixNode(object: KubeObject, address: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, annotations: fixed(address) } };
}

function macOf(address: string): string {
  return `02:00:${address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join(':')}`;
}
