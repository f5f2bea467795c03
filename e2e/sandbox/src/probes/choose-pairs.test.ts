import { describe, expect, test } from 'vitest';
import { choosePairs } from './choose-pairs.ts';
import type { Endpoint, NodeEndpoint, OutsideEndpoint, PodEndpoint } from './endpoint.ts';
import { expected, pathOf } from './expectation.ts';
import { onePerPath } from './run-transfers.ts';

function pod(name: string, node: string, subnet: string, changes: Partial<PodEndpoint> = {}): PodEndpoint {
  const network = subnet === 'default' ? 16 : 17;
  return {
    kind: 'pod',
    name,
    node,
    subnet,
    vpc: 'ovn-cluster',
    natOutgoing: subnet === 'default',
    addresses: { 4: `10.${network}.0.${name.length}`, 6: `fd00:10:${network}::${name.length}` },
    netns: `/run/netns/${name}`,
    ...changes,
  };
}

function node(name: string): NodeEndpoint {
  return { kind: 'node', name, addresses: { 4: '172.30.0.11', 6: 'fd00:172:30::11' }, netns: `/run/netns/${name}` };
}

const outside: OutsideEndpoint = { kind: 'outside', name: 'outside', addresses: { 4: '203.0.113.10' }, netns: '/o' };
const island = { vpc: 'island', natOutgoing: false };
const front = pod('front', 'n1', 'default');
const other = pod('other', 'n2', 'default');
const data = pod('data', 'n1', 'data');
const robinson = pod('robinson', 'n1', 'island', island);
const friday = pod('friday', 'n2', 'island', island);

describe('what must work', () => {
  test.each<[string, Endpoint, Endpoint, string]>([
    ['pods of one subnet', front, other, 'reach'],
    ['pods of two subnets of one VPC', front, data, 'reach'],
    ['pods of one isolated VPC', robinson, friday, 'reach'],
    ['pods of two VPCs', robinson, front, 'blocked'],
    ['a pod and a node', front, node('n1'), 'reach'],
    ['a node and a pod', node('n1'), data, 'reach'],
    ['an isolated pod and a node', robinson, node('n1'), 'blocked'],
    ['a pod and the outside, with NAT', front, outside, 'reach'],
    ['a pod and the outside, without NAT', data, outside, 'blocked'],
    ['an isolated pod and the outside', robinson, outside, 'blocked'],
  ])('%s', (_, from, to, verdict) => {
    expect(expected(from, to)).toBe(verdict);
  });
});

test('the kind of a path follows from subnet and node', () => {
  expect(pathOf(front, pod('twin', 'n1', 'default'))).toBe('pod-pod-same-node');
  expect(pathOf(front, other)).toBe('pod-pod-cross-node');
  expect(pathOf(front, data)).toBe('pod-pod-cross-subnet');
  expect(pathOf(front, node('n1'))).toBe('pod-node');
  expect(pathOf(node('n1'), front)).toBe('node-pod');
  expect(pathOf(front, outside)).toBe('pod-external');
  expect(pathOf(node('n1'), node('n2'))).toBeUndefined();
  expect(pathOf(outside, front)).toBeUndefined();
});

describe('the choice of pairs', () => {
  const all = [front, other, data, robinson, friday, node('n1'), node('n2'), outside];
  const names = choosePairs(all).map(({ from, to }) => `${from.name} ${to.name}`);

  test('an address that the asker would find in its own VPC is not asked for', () => {
    expect(names).not.toContain('front robinson');
    expect(names).not.toContain('n1 robinson');
    expect(names).not.toContain('robinson data');
    expect(names).toContain('robinson front');
    expect(names).toContain('robinson friday');
  });

  test('every path occurs, and no pair twice', () => {
    expect(new Set(choosePairs([...all, pod('twin', 'n1', 'default')]).map(({ path }) => path)).size).toBe(6);
    expect(new Set(names).size).toBe(names.length);
  });

  test('pairs that can only behave alike are shown once', () => {
    const twins = [front, pod('twin', 'n1', 'default'), node('n1')];
    const chosen = choosePairs(twins).map(({ from, to }) => `${from.name} ${to.name}`);
    expect(chosen).toEqual(['front twin', 'front n1', 'n1 front']);
  });

  test('nobody asks himself', () => {
    for (const { from, to } of choosePairs(all)) expect(from).not.toBe(to);
  });
});

test('data is sent over one pair of each kind that must work', () => {
  const pairs = choosePairs([front, pod('twin', 'n1', 'default'), other, data, robinson, node('n1'), outside]);
  const chosen = onePerPath(pairs);
  expect(chosen.map(({ path }) => path)).toEqual([...new Set(pairs.map(({ path }) => path))]);
  expect(chosen.every(({ expect: verdict }) => verdict === 'reach')).toBe(true);
});
