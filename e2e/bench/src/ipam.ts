// Allocations per second in subnets that are nearly full, beside the least that any allocator must do: bare Set and Map work.

import { parseCidr, SubnetAllocator } from '@kube-ovn/ipam';

interface IpamFigures {
  /** Allocations per second: a /16 is filled to 95 %, then ports go (not timed) and come (timed) at that level. */
  readonly perSecond16: number;
  /** The same number of ports in an IPv6 /64. */
  readonly perSecond64: number;
}

const FILL = Math.floor(65_534 * 0.95);
const BATCH = 1_000;
const BATCHES = 200;
const ROUNDS = 3;
const OWNERS: readonly string[] = Array.from({ length: FILL }, (_, port) => `port-${port}`);

export async function run(): Promise<{ figures: IpamFigures; floors: Record<string, number> }> {
  return {
    figures: {
      perSecond16: best(() => allocator('10.16.0.0/16')),
      perSecond64: best(() => allocator('fd00:10:16::/64')),
    },
    floors: { bareSetPerSecond: best(bareSet) },
  };
}

function allocator(cidrText: string): number {
  const cidr = parseCidr(cidrText);
  if (!cidr.ok) throw cidr.error;
  const family = cidr.value.family === 4 ? 'v4' : 'v6';
  const subnet = new SubnetAllocator({ name: 'bench', [family]: cidr.value });
  return perSecond(
    (owner) => {
      const allocation = subnet.allocate({ owner, family });
      if (!allocation.ok) throw allocation.error;
    },
    (owner) => subnet.release(owner),
  );
}

/** The floor: remember who has which number, in the same pattern, and nothing else. */
function bareSet(): number {
  const taken = new Set<number>();
  const owners = new Map<string, number>();
  let next = 0;
  return perSecond(
    (owner) => {
      taken.add(next);
      owners.set(owner, next++);
    },
    (owner) => {
      taken.delete(owners.get(owner)!);
      owners.delete(owner);
    },
  );
}

function perSecond(take: (owner: string) => void, giveBack: (owner: string) => void): number {
  for (const owner of OWNERS) take(owner);
  let nanoseconds = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const victims = Array.from({ length: BATCH }, (_, index) => OWNERS[scattered(batch * BATCH + index)]!);
    for (const owner of victims) giveBack(owner);
    const start = process.hrtime.bigint();
    for (const owner of victims) take(owner);
    nanoseconds += Number(process.hrtime.bigint() - start);
  }
  return Math.round((BATCH * BATCHES * 1e9) / nanoseconds);
}

/** A fixed scatter over the ports, so that released addresses do not line up. */
function scattered(step: number): number {
  return (step * 7_919) % FILL;
}

function best(measure: () => number): number {
  return Math.max(...Array.from({ length: ROUNDS }, measure));
}
