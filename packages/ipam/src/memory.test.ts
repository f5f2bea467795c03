// Size is proved by counting intervals and heap, never by a clock.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { subnetConfig } from './allocator-fixture.ts';
import { SubnetAllocator } from './subnet-allocator.ts';

const KIB = 1024;
const PORTS = 65_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapOf<T>(make: () => T): { bytes: number; kept: T } {
  collect();
  const before = process.memoryUsage();
  const kept = make();
  collect();
  const after = process.memoryUsage();
  return { bytes: after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers, kept };
}

function filled(cidr: string, ports: number, family: 'v4' | 'v6'): SubnetAllocator {
  const allocator = new SubnetAllocator(subnetConfig(cidr));
  for (let port = 0; port < ports; port++) allocator.allocate({ owner: `port-${port}`, family });
  return allocator;
}

describe('an empty subnet costs the same at any size', () => {
  test.each(['10.0.0.0/30', '10.0.0.0/8', 'fd00::/64', '::/0'])('%s', (cidr) => {
    // Many at once, so that what the runtime does beside is small against them.
    const many = () => Array.from({ length: 200 }, () => new SubnetAllocator(subnetConfig(cidr)));
    heapOf(many);
    const { bytes, kept } = heapOf(many);
    expect(bytes / kept.length).toBeLessThan(64 * KIB);
    expect(kept[0]?.counts()).toBeDefined();
  });
});

describe('65,000 ports cost what 65,000 ports cost, wherever they are', () => {
  test.each([
    ['10.16.0.0/16', 'v4'],
    ['10.0.0.0/8', 'v4'],
    ['fd00::/64', 'v6'],
  ] as const)('%s', (cidr, family) => {
    const { bytes, kept } = heapOf(() => filled(cidr, PORTS, family));
    const usage = kept.counts()[family];
    expect(usage.using).toBe(BigInt(PORTS));
    // Drawn in order they are one interval, and so is what is left.
    expect(usage.usingRange.split(',')).toHaveLength(1);
    expect(usage.availableRange.split(',')).toHaveLength(1);
    expect(bytes / PORTS).toBeLessThan(300);
  });

  test('scattered by hand over a /8 they cost a constant more each', () => {
    const { bytes, kept } = heapOf(() => {
      const allocator = new SubnetAllocator(subnetConfig('10.0.0.0/8'));
      for (let port = 0; port < PORTS; port++) {
        const v4 = `10.${port >>> 8}.${port & 255}.7`;
        allocator.allocate({ owner: `port-${port}`, family: 'v4', static: { v4 } });
      }
      return allocator;
    });
    expect(kept.counts().v4.using).toBe(BigInt(PORTS));
    expect(bytes / PORTS).toBeLessThan(900);
  });

  test('and nothing is left when they are gone', () => {
    const fillAndDrain = () => {
      const allocator = filled('fd00::/64', PORTS, 'v6');
      for (let port = 0; port < PORTS; port++) allocator.release(`port-${port}`);
      return allocator;
    };
    fillAndDrain(); // compiled code is heap too
    const { bytes, kept } = heapOf(fillAndDrain);
    expect(kept.counts().v6.using).toBe(0n);
    expect(kept.counts().v6.availableRange).toBe('fd00::1..fd00::ffff:ffff:ffff:fffe');
    expect(bytes).toBeLessThan(512 * KIB);
  });
});
