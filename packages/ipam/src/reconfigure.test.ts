import { describe, expect, test } from 'vitest';
import { allocatorOf, ask, subnetConfig } from './allocator-fixture.ts';

describe('another CIDR', () => {
  test('grows in place', () => {
    const allocator = allocatorOf('10.0.0.0/30');
    ask(allocator, 'a');
    ask(allocator, 'b');
    expect(ask(allocator, 'c')).toBe('NO_AVAILABLE_ADDRESS');
    allocator.reconfigure(subnetConfig('10.0.0.0/24'));
    expect(ask(allocator, 'c')).toBe('10.0.0.3');
    expect(allocator.holds('a')?.v4).toBe('10.0.0.1');
  });

  test('grows downwards: every held address keeps its meaning', () => {
    const allocator = allocatorOf('10.0.1.0/24,fd00::1:0/112', { gateway: { v4: '10.0.1.1', v6: 'fd00::1:1' } });
    ask(allocator, 'a', { family: 'dual' });
    ask(allocator, 'b', { family: 'dual' });
    allocator.release('a');
    allocator.reconfigure(subnetConfig('10.0.0.0/16,fd00::/64', { gateway: { v4: '10.0.0.1', v6: 'fd00::1' } }));
    expect(allocator.ownersOf('10.0.1.3')).toEqual(['b']);
    expect(allocator.ownersOf('fd00::1:3')).toEqual(['b']);
    expect(allocator.counts().v6.usingRange).toBe('fd00::1:3');
    expect(ask(allocator, 'c', { family: 'dual' })).toBe('10.0.0.2,fd00::2');
    expect(allocator.release('b')).toMatchObject({ v4: '10.0.1.3', v6: 'fd00::1:3' });
  });

  test('what falls outside stays held, is listed as a stray, and vanishes when released', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    ask(allocator, 'a');
    ask(allocator, 'b', { static: { v4: '10.0.0.200' } });
    allocator.reconfigure(subnetConfig('10.0.0.0/25'));
    expect(allocator.strays()).toEqual([{ owner: 'b', address: '10.0.0.200' }]);
    expect(allocator.counts().v4.using).toBe(2n);
    allocator.release('b');
    expect(allocator.counts().v4).toMatchObject({ using: 1n, available: 125n });
    allocator.reconfigure(subnetConfig('192.168.0.0/24'));
    expect(allocator.strays()).toEqual([{ owner: 'a', address: '10.0.0.1' }]);
    expect(ask(allocator, 'a')).toBe('10.0.0.1');
    expect(ask(allocator, 'c')).toBe('192.168.0.1');
  });

  test('a stray comes home when the CIDR contains it again', () => {
    const allocator = allocatorOf('fd00::/64');
    ask(allocator, 'a', { family: 'v6' });
    allocator.reconfigure(subnetConfig('fd01::/64'));
    allocator.reconfigure(subnetConfig('fd00::/64'));
    expect(allocator.strays()).toEqual([]);
    expect(ask(allocator, 'b', { family: 'v6' })).toBe('fd00::2');
  });

  test('single to dual and back', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    ask(allocator, 'a');
    allocator.reconfigure(subnetConfig('10.0.0.0/24,fd00::/64'));
    expect(ask(allocator, 'a', { family: 'dual' })).toBe('10.0.0.1,fd00::1');
    allocator.reconfigure(subnetConfig('10.0.0.0/24'));
    expect(allocator.strays()).toEqual([{ owner: 'a', address: 'fd00::1' }]);
  });
});

test('new excludes take addresses out of both halves of the ring and give them back fresh', () => {
  const allocator = allocatorOf('10.0.0.0/29');
  ask(allocator, 'a');
  allocator.release('a');
  allocator.reconfigure(subnetConfig('10.0.0.0/29', { excludeIps: ['10.0.0.1..10.0.0.3'] }));
  expect(allocator.counts().v4).toMatchObject({ available: 3n, availableRange: '10.0.0.4..10.0.0.6' });
  allocator.reconfigure(subnetConfig('10.0.0.0/29'));
  expect(ask(allocator, 'b')).toBe('10.0.0.1');
});

test('reconfiguring with the same config changes nothing, the ring included', () => {
  const allocator = allocatorOf('10.0.0.0/29');
  for (const owner of ['a', 'b']) ask(allocator, owner);
  allocator.release('a');
  allocator.reconfigure(subnetConfig('10.0.0.0/29'));
  expect(ask(allocator, 'c')).toBe('10.0.0.3');
});

test('a holder of the gateway address is counted, as the contract says', () => {
  const allocator = allocatorOf('10.0.0.0/29');
  ask(allocator, 'a');
  allocator.reconfigure(subnetConfig('10.0.0.0/29', { gateway: { v4: '10.0.0.1' } }));
  expect(allocator.counts().v4).toMatchObject({ using: 1n, usingRange: '10.0.0.1' });
});
