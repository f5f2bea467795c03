import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { allocatorOf, ask, subnetConfig } from './allocator-fixture.ts';

describe('drawing', () => {
  test('without a pool, nothing of a pool; with one, only from it', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.setPool('p', ['10.0.0.2..10.0.0.3']);
    expect([ask(allocator, 'a'), ask(allocator, 'b')]).toEqual(['10.0.0.1', '10.0.0.4']);
    expect([1, 2, 3].map((n) => ask(allocator, `p${n}`, { pool: 'p' }))).toEqual([
      '10.0.0.2',
      '10.0.0.3',
      'NO_AVAILABLE_ADDRESS', // B8, B10: no fallback to the rest of the subnet
    ]);
  });

  test('an unknown pool has nothing', () => {
    expect(ask(allocatorOf('10.0.0.0/29'), 'a', { pool: 'gone' })).toBe('NO_AVAILABLE_ADDRESS');
  });

  test('excludeIps hold inside pools', () => {
    const allocator = allocatorOf('10.0.0.0/29', { excludeIps: ['10.0.0.2'] });
    allocator.setPool('p', ['10.0.0.1..10.0.0.3']);
    expect(allocator.poolCounts('p').v4).toMatchObject({ available: 2n, availableRange: '10.0.0.1,10.0.0.3' });
  });

  test('released addresses go back to their own pool', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.setPool('p', ['10.0.0.2']);
    ask(allocator, 'a', { pool: 'p' });
    allocator.release('a');
    expect(ask(allocator, 'b', { pool: 'p' })).toBe('10.0.0.2');
  });
});

describe('static addresses', () => {
  test('may fall in any pool when none is named', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.setPool('p', ['10.0.0.2']);
    expect(ask(allocator, 'a', { static: { v4: '10.0.0.2' } })).toBe('10.0.0.2');
    expect(ask(allocator, 'b', { pool: 'p' })).toBe('NO_AVAILABLE_ADDRESS');
  });

  test('must lie inside the named pool (B2)', () => {
    const allocator = allocatorOf('10.0.10.0/24');
    allocator.setPool('pool-ns1', ['10.0.10.16/29']);
    allocator.setPool('pool-ns2', ['10.0.10.24/29']);
    const request = { pool: 'pool-ns1', static: { v4: '10.0.10.26' } };
    expect(ask(allocator, 'a', request)).toBe('ADDRESS_OUT_OF_RANGE');
    const address = parseAddress('10.0.10.26');
    expect(address.ok && allocator.poolOf(address.value)).toBe('pool-ns2');
  });
});

describe('definition', () => {
  test('outside the subnet, overlapping another pool or unreadable: refused, the old one stays', () => {
    const allocator = allocatorOf('10.0.0.0/28');
    allocator.setPool('a', ['10.0.0.1..10.0.0.4']);
    allocator.setPool('b', ['10.0.0.5']);
    expect(allocator.setPool('b', ['10.0.0.4..10.0.0.6'])).toMatchObject({
      error: { code: 'ERR_IPAM_POOL_OVERLAP', params: { pool: 'b', other: 'a', addresses: '10.0.0.4' } },
    });
    expect(allocator.setPool('b', ['10.0.1.1'])).toMatchObject({ error: { code: 'ERR_IPAM_ADDRESS_OUT_OF_RANGE' } });
    expect(allocator.setPool('b', ['fd00::1'])).toMatchObject({ error: { code: 'ERR_IPAM_ADDRESS_OUT_OF_RANGE' } });
    expect(allocator.setPool('b', ['x'])).toMatchObject({ error: { code: 'ERR_RANGE_INVALID' } });
    expect(allocator.poolCounts('b').v4.availableRange).toBe('10.0.0.5');
  });

  test('a change moves free addresses over and leaves holders alone', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.setPool('p', ['10.0.0.2..10.0.0.3']);
    ask(allocator, 'held', { pool: 'p' });
    allocator.setPool('p', ['10.0.0.3..10.0.0.5']);
    expect(allocator.poolCounts('p').v4.availableRange).toBe('10.0.0.3..10.0.0.5');
    expect(allocator.holds('held')?.v4).toBe('10.0.0.2');
    allocator.release('held');
    expect([1, 2, 3].map((n) => ask(allocator, `d${n}`))).toEqual(['10.0.0.1', '10.0.0.6', '10.0.0.2']);
  });

  test('a removed pool returns to the subnet, released addresses still last', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.setPool('p', ['10.0.0.1..10.0.0.2']);
    ask(allocator, 'a', { pool: 'p' });
    allocator.release('a');
    allocator.removePool('p');
    expect(allocator.pools).toEqual([]);
    expect([1, 2, 3, 4, 5, 6].map((n) => ask(allocator, `o${n}`))).toEqual([
      '10.0.0.2',
      '10.0.0.3',
      '10.0.0.4',
      '10.0.0.5',
      '10.0.0.6',
      '10.0.0.1',
    ]);
  });

  test('pools survive a new CIDR, clipped to it', () => {
    const allocator = allocatorOf('10.0.0.0/28');
    allocator.setPool('p', ['10.0.0.4..10.0.0.10']);
    allocator.reconfigure(subnetConfig('10.0.0.0/29'));
    expect(allocator.poolCounts('p').v4.availableRange).toBe('10.0.0.4..10.0.0.6');
    allocator.reconfigure(subnetConfig('10.0.0.0/28'));
    expect(allocator.poolCounts('p').v4.availableRange).toBe('10.0.0.4..10.0.0.10');
  });
});

test('counts of a pool and of its subnet', () => {
  const allocator = allocatorOf('10.0.0.0/28,fd00::/64', { gateway: { v4: '10.0.0.1', v6: 'fd00::1' } });
  allocator.setPool('p', ['10.0.0.4..10.0.0.6', 'fd00::10..fd00::1f']);
  ask(allocator, 'in', { family: 'dual', pool: 'p' });
  ask(allocator, 'out', { family: 'dual' });
  expect(allocator.poolCounts('p')).toMatchObject({
    v4: { using: 1n, usingRange: '10.0.0.4', available: 2n, availableRange: '10.0.0.5..10.0.0.6' },
    v6: { using: 1n, usingRange: 'fd00::10', available: 15n, availableRange: 'fd00::11..fd00::1f' },
  });
  expect(allocator.counts()).toMatchObject({
    v4: { using: 2n, usingRange: '10.0.0.2,10.0.0.4', available: 11n, excluded: 1n },
    v6: { using: 2n, usingRange: 'fd00::2,fd00::10', available: 2n ** 64n - 5n },
  });
  expect(allocator.available('v4', 'p')).toBe(2n);
  expect(allocator.available('v4')).toBe(9n);
});
