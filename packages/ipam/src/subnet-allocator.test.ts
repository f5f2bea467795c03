import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { allocatorOf, ask, brief, countingMacs, subnetConfig } from './allocator-fixture.ts';
import { SubnetAllocator } from './subnet-allocator.ts';

function address(text: string) {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw parsed.error;
  return parsed.value;
}

function drain(allocator: SubnetAllocator, family: 'v4' | 'v6' = 'v4'): string[] {
  const drawn: string[] = [];
  for (;;) {
    const outcome = ask(allocator, `drain-${drawn.length}`, { family });
    if (outcome === 'NO_AVAILABLE_ADDRESS') return drawn;
    drawn.push(outcome);
  }
}

describe('usable range', () => {
  test.each([
    ['10.0.0.0/29', ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6']],
    ['10.0.0.0/30', ['10.0.0.1', '10.0.0.2']],
    ['10.0.0.0/31', ['10.0.0.0', '10.0.0.1']],
    ['10.0.0.5/32', []],
  ])('%s', (cidr, expected) => {
    expect(drain(allocatorOf(cidr))).toEqual(expected);
  });

  test.each([
    ['fd00::/126', ['fd00::1', 'fd00::2']],
    ['fd00::/127', ['fd00::', 'fd00::1']],
    ['fd00::5/128', []],
  ])('%s', (cidr, expected) => {
    expect(drain(allocatorOf(cidr), 'v6')).toEqual(expected);
  });

  test('the gateway is never drawn, listed in excludeIps or not', () => {
    expect(drain(allocatorOf('10.0.0.0/29', { gateway: { v4: '10.0.0.3' } }))).not.toContain('10.0.0.3');
  });
});

describe('order', () => {
  test('lowest first; released addresses wait until the free list is empty, then all come back', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    for (const owner of ['a', 'b', 'c', 'd']) ask(allocator, owner);
    allocator.release('b');
    allocator.release('a');
    expect(ask(allocator, 'e')).toBe('10.0.0.5');
    expect(ask(allocator, 'f')).toBe('10.0.0.6');
    expect(ask(allocator, 'g')).toBe('10.0.0.1');
    allocator.release('g'); // released after the ring turned: behind 10.0.0.2
    expect(ask(allocator, 'h')).toBe('10.0.0.2');
    expect(ask(allocator, 'i')).toBe('10.0.0.1');
    expect(ask(allocator, 'j')).toBe('NO_AVAILABLE_ADDRESS');
  });
});

describe('excludeIps', () => {
  const excludeIps = ['10.0.0.1..10.0.0.2', '10.0.0.4'];

  test('are never drawn', () => {
    expect(drain(allocatorOf('10.0.0.0/29', { excludeIps }))).toEqual(['10.0.0.3', '10.0.0.5', '10.0.0.6']);
  });

  test('may be had statically, also when the subnet is full (B1, KO-5565), and go back to nobody', () => {
    const allocator = allocatorOf('10.0.0.0/29', { excludeIps });
    drain(allocator);
    expect(ask(allocator, 'vm', { static: { v4: '10.0.0.4' } })).toBe('10.0.0.4');
    expect(allocator.counts().v4).toMatchObject({ using: 3n, available: 0n, excluded: 3n });
    allocator.release('vm');
    expect(ask(allocator, 'other')).toBe('NO_AVAILABLE_ADDRESS');
  });

  test('an unreadable list is an error value of create and reconfigure, and changes nothing', () => {
    const bad = subnetConfig('10.0.0.0/29', { excludeIps: ['10.0.0.9..10.0.0.1'] });
    expect(SubnetAllocator.create(bad)).toMatchObject({ ok: false, error: { code: 'ERR_RANGE_INVALID' } });
    expect(() => new SubnetAllocator(bad)).toThrow('10.0.0.9..10.0.0.1');
    const allocator = allocatorOf('10.0.0.0/29', { excludeIps });
    expect(allocator.reconfigure(bad)).toMatchObject({ ok: false });
    expect(allocator.counts().v4.excludedRange).toBe('10.0.0.1..10.0.0.2,10.0.0.4');
  });
});

describe('addresses of nodes', () => {
  test('are not drawn', () => {
    const skip = [address('10.0.0.1'), address('10.0.0.3')];
    expect(drain(allocatorOf('10.0.0.0/29', { skip }))).toEqual(['10.0.0.2', '10.0.0.4', '10.0.0.5', '10.0.0.6']);
  });

  test('become free when the node goes', () => {
    const allocator = allocatorOf('10.0.0.0/29', { skip: [address('10.0.0.1')] });
    allocator.reconfigure(subnetConfig('10.0.0.0/29'));
    expect(ask(allocator, 'a')).toBe('10.0.0.1');
  });
});

describe('idempotence', () => {
  test('the same owner gets the same address and MAC again', () => {
    const allocator = allocatorOf('10.0.0.0/29,fd00::/64');
    const first = allocator.allocate({ owner: 'a', family: 'dual' });
    expect(allocator.allocate({ owner: 'a', family: 'dual' })).toEqual(first);
    expect(allocator.allocate({ owner: 'a', family: 'dual', static: { v4: '10.0.0.1' } })).toEqual(first);
    expect(allocator.size).toBe(1);
  });

  test('a family that is missing is added, the MAC stays', () => {
    const allocator = allocatorOf('10.0.0.0/29,fd00::/64');
    const v4 = allocator.allocate({ owner: 'a', family: 'v4' });
    const dual = allocator.allocate({ owner: 'a', family: 'dual' });
    expect(v4.ok && dual.ok && dual.value).toEqual({ ...(v4.ok && v4.value), v6: 'fd00::1' });
  });
});

describe('static addresses', () => {
  const gateway = { v4: '10.0.0.1', v6: 'fd00::1' };

  test.each([
    ['free', '10.0.0.5', '10.0.0.5'],
    ['network address', '10.0.0.0', 'ADDRESS_OUT_OF_RANGE'],
    ['broadcast address', '10.0.0.7', 'ADDRESS_OUT_OF_RANGE'],
    ['outside', '10.0.1.5', 'ADDRESS_OUT_OF_RANGE'],
    ['gateway', '10.0.0.1', 'ADDRESS_CONFLICT'],
    ['taken', '10.0.0.2', 'ADDRESS_CONFLICT'],
    ['not an address', '10.0.0.x', 'ERR_ADDRESS_INVALID'],
    ['other family', 'fd00::5', 'ERR_ADDRESS_INVALID'],
  ])('%s: %s -> %s', (_, v4, expected) => {
    const allocator = allocatorOf('10.0.0.0/29', { gateway });
    ask(allocator, 'holder');
    expect(ask(allocator, 'pod', { static: { v4 } })).toBe(expected);
  });

  test('the error names the holder', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    ask(allocator, 'pod-a.ns');
    const refused = allocator.allocate({ owner: 'pod-b.ns', family: 'v4', static: { v4: '10.0.0.1' } });
    expect(refused.ok ? '' : refused.error.message).toBe('AddressConflict: 10.0.0.1 in subnet net is held by pod-a.ns');
  });

  test('IPv6 in any spelling is the same address (C6)', () => {
    const allocator = allocatorOf('fd00::/64');
    ask(allocator, 'holder', { family: 'v6', static: { v6: 'FD00:0:0:0::A' } });
    expect(allocator.holds('holder')?.v6).toBe('fd00::a');
    expect(ask(allocator, 'pod', { family: 'v6', static: { v6: 'fd00::0a' } })).toBe('ADDRESS_CONFLICT');
    expect(allocator.ownersOf('FD00::000A')).toEqual(['holder']);
  });

  test.each(['fd00::1:0', 'fd00::1:0:0', 'fd00::8000:0:1', 'fd00::ffff:ffff:ffff', 'fd00::1:0:0:0', 'fd00::20:0:0:0'])(
    'every size of offset is written as it was read: %s',
    (v6) => {
      expect(ask(allocatorOf('fd00::/64'), 'a', { family: 'v6', static: { v6 } })).toBe(v6);
    },
  );

  test('far beyond 2^53 in a /64', () => {
    const allocator = allocatorOf('fd00::/64');
    const far = 'fd00::ffff:0:0:5';
    expect(ask(allocator, 'a', { family: 'v6', static: { v6: far } })).toBe(far);
    expect(ask(allocator, 'b', { family: 'v6', static: { v6: far } })).toBe('ADDRESS_CONFLICT');
    expect(allocator.counts().v6.usingRange).toBe(far);
    allocator.release('a');
    expect(ask(allocator, 'b', { family: 'v6', static: { v6: far } })).toBe(far);
  });

  test('a taken address is skipped by later draws', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    ask(allocator, 'pinned', { static: { v4: '10.0.0.2' } });
    expect([ask(allocator, 'a'), ask(allocator, 'b')]).toEqual(['10.0.0.1', '10.0.0.3']);
  });

  test('moving to another static address gives the old one back (A3)', () => {
    const allocator = allocatorOf('10.66.0.0/24');
    ask(allocator, 'vm', { static: { v4: '10.66.0.10' } });
    const mac = allocator.holds('vm')?.mac;
    expect(ask(allocator, 'vm', { static: { v4: '10.66.0.20' } })).toBe('10.66.0.20');
    expect(allocator.holds('vm')?.mac).toBe(mac);
    expect(ask(allocator, 'second', { static: { v4: '10.66.0.10' } })).toBe('10.66.0.10');
  });

  test('a refused move leaves the old address', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    ask(allocator, 'a');
    ask(allocator, 'b');
    expect(ask(allocator, 'a', { static: { v4: '10.0.0.2' } })).toBe('ADDRESS_CONFLICT');
    expect(allocator.holds('a')?.v4).toBe('10.0.0.1');
  });
});

describe('conflict check off', () => {
  test('several owners; the address is free when the last lets go', () => {
    const allocator = allocatorOf('10.0.0.0/30');
    const pin = { static: { v4: '10.0.0.1', mac: '00:00:00:00:00:aa' } };
    ask(allocator, 'source', pin);
    expect(ask(allocator, 'target', { ...pin, checkConflict: false })).toBe('10.0.0.1');
    expect(allocator.ownersOf('10.0.0.1')).toEqual(['source', 'target']);
    expect(allocator.counts().v4.using).toBe(1n);
    allocator.release('source');
    expect(ask(allocator, 'third', pin)).toBe('ADDRESS_CONFLICT');
    allocator.release('target');
    expect(ask(allocator, 'third', pin)).toBe('10.0.0.1');
  });

  test('a shared MAC is taken as long as one of its owners has it', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    const mac = '00:00:00:00:00:aa';
    for (const owner of ['source', 'target', 'third']) ask(allocator, owner, { static: { mac }, checkConflict: false });
    allocator.release('source');
    allocator.release('target');
    expect(ask(allocator, 'other', { static: { mac } })).toBe('ADDRESS_CONFLICT');
    allocator.release('third');
    expect(ask(allocator, 'other', { static: { mac } })).toBe('10.0.0.4');
  });

  test('the gateway stays a conflict', () => {
    const allocator = allocatorOf('10.0.0.0/30', { gateway: { v4: '10.0.0.1' } });
    expect(ask(allocator, 'a', { static: { v4: '10.0.0.1' }, checkConflict: false })).toBe('ADDRESS_CONFLICT');
  });
});

describe('dual stack', () => {
  test('both or none: a refused request leaves no trace over any number of retries (A5)', () => {
    const allocator = allocatorOf('10.0.1.0/24,fd00::/126');
    for (const owner of ['a', 'b']) ask(allocator, owner, { family: 'dual' });
    const before = allocator.counts();
    for (let retry = 0; retry < 300; retry++) {
      expect(ask(allocator, 'c', { family: 'dual' })).toBe('NO_AVAILABLE_ADDRESS');
    }
    expect(allocator.counts()).toEqual(before);
    expect(allocator.holds('c')).toBeUndefined();
    expect(ask(allocator, 'd', { family: 'v4' })).toBe('10.0.1.3');
  });

  test('a refused static of one family does not take the other', () => {
    const allocator = allocatorOf('10.0.1.0/24,fd00::/64');
    const request = { family: 'dual', static: { v4: '10.0.1.9', v6: 'fd01::9' } } as const;
    expect(ask(allocator, 'a', request)).toBe('ADDRESS_OUT_OF_RANGE');
    expect(allocator.ownersOf('10.0.1.9')).toEqual([]);
  });

  test('a single static address gets a drawn one of the other family', () => {
    const allocator = allocatorOf('10.0.1.0/24,fd00::/64');
    expect(ask(allocator, 'a', { family: 'dual', static: { v6: 'fd00::99' } })).toBe('10.0.1.1,fd00::99');
  });

  test.each([
    ['10.0.1.0/24', 'v6'],
    ['10.0.1.0/24', 'dual'],
    ['fd00::/64', 'v4'],
  ] as const)('%s cannot give %s', (cidr, family) => {
    expect(ask(allocatorOf(cidr), 'a', { family })).toBe('FAMILY_MISMATCH');
  });

  test('ip_family takes only that family, and refuses a static address of the other', () => {
    const allocator = allocatorOf('10.0.1.0/24,fd00::/64');
    expect(ask(allocator, 'a', { family: 'v6' })).toBe('fd00::1');
    expect(ask(allocator, 'b', { family: 'v6', static: { v4: '10.0.1.9' } })).toBe('FAMILY_MISMATCH');
  });
});

describe('MAC', () => {
  test('is unique and never the gateway’s', () => {
    const scripted = ['02:00:00:00:00:01', '02:00:00:00:00:01', '02:00:00:00:00:99', '02:00:00:00:00:02'];
    const config = subnetConfig('10.0.0.0/24', { gatewayMac: '02:00:00:00:00:99' });
    const allocator = new SubnetAllocator(config, { randomMac: () => scripted.shift() ?? 'none left' });
    ask(allocator, 'a');
    ask(allocator, 'b');
    expect([allocator.holds('a')?.mac, allocator.holds('b')?.mac]).toEqual(['02:00:00:00:00:01', '02:00:00:00:00:02']);
  });

  test('static: canonical, conflicts named, the gateway’s refused', () => {
    const allocator = allocatorOf('10.0.0.0/24', { gatewayMac: '00:00:00:00:00:FE' });
    ask(allocator, 'a', { static: { mac: '00-00-00-AB-CD-01' } });
    expect(allocator.holds('a')?.mac).toBe('00:00:00:ab:cd:01');
    expect(allocator.ownersOfMac('00:00:00:AB:CD:01')).toEqual(['a']);
    expect(ask(allocator, 'b', { static: { mac: '00:00:00:ab:cd:01' } })).toBe('ADDRESS_CONFLICT');
    expect(ask(allocator, 'b', { static: { mac: '00:00:00:00:00:fe' } })).toBe('ADDRESS_CONFLICT');
    expect(ask(allocator, 'b', { static: { mac: '01:00:5e:00:00:01' } })).toBe('ERR_MAC_INVALID');
    expect(allocator.size).toBe(1);
  });

  test('stays until the last address is released', () => {
    const allocator = allocatorOf('10.0.0.0/24,fd00::/64');
    ask(allocator, 'a', { family: 'dual', static: { mac: '00:00:00:ab:cd:01' } });
    allocator.release('a', 'v4');
    expect(allocator.holds('a')).toEqual({ v6: 'fd00::1', mac: '00:00:00:ab:cd:01' });
    expect(allocator.release('a', 'v6')).toEqual({ v6: 'fd00::1', mac: '00:00:00:ab:cd:01' });
    expect(allocator.holds('a')).toBeUndefined();
    expect(allocator.ownersOfMac('00:00:00:ab:cd:01')).toEqual([]);
  });

  test('a subnet without a CIDR gives MACs only', () => {
    const allocator = new SubnetAllocator({ name: 'l2' }, { randomMac: countingMacs() });
    expect(allocator.allocate({ owner: 'a', family: 'mac' })).toEqual({
      ok: true,
      value: { mac: '02:00:00:00:00:01' },
    });
    expect(ask(allocator, 'b')).toBe('FAMILY_MISMATCH');
  });

  test('a source that repeats itself is a bug, not an endless loop', () => {
    const allocator = new SubnetAllocator(subnetConfig('10.0.0.0/24'), { randomMac: () => '02:00:00:00:00:01' });
    ask(allocator, 'a');
    expect(() => ask(allocator, 'b')).toThrow('repeats itself');
    expect(allocator.counts().v4.using).toBe(1n);
  });
});

describe('restore', () => {
  test('takes what the record says: outside, excluded, with its MAC', () => {
    const allocator = allocatorOf('10.0.0.0/29', { excludeIps: ['10.0.0.4'] });
    const mac = '00:00:00:ab:cd:01';
    expect(allocator.restore('old', { v4: '10.9.9.9', mac })).toEqual({ ok: true, value: { v4: '10.9.9.9', mac } });
    expect(brief(allocator.restore('ex', { v4: '10.0.0.4' }))).toBe('10.0.0.4');
    expect(allocator.strays()).toEqual([{ owner: 'old', address: '10.9.9.9' }]);
    expect(allocator.release('old')?.v4).toBe('10.9.9.9');
    expect(allocator.strays()).toEqual([]);
    expect(allocator.counts().v4.available).toBe(5n);
  });

  test('a conflict is a conflict unless the record may share', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    allocator.restore('a', { v4: '10.0.0.2' });
    expect(brief(allocator.restore('b', { v4: '10.0.0.2' }))).toBe('ADDRESS_CONFLICT');
    expect(brief(allocator.restore('b', { v4: '10.0.0.2' }, { checkConflict: false }))).toBe('10.0.0.2');
  });

  test('the order of restoring does not matter to the next draw', () => {
    const records = ['10.0.0.2', '10.0.0.5', '10.0.0.1'];
    const draws = [records, [...records].reverse()].map((order) => {
      const allocator = allocatorOf('10.0.0.0/29');
      for (const v4 of order) allocator.restore(v4, { v4 });
      return ask(allocator, 'next');
    });
    expect(draws).toEqual(['10.0.0.3', '10.0.0.3']);
  });
});
