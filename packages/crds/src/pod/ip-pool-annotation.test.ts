import { expect, test } from 'vitest';
import { parseIpPoolAnnotation } from './ip-pool-annotation.ts';

test.each<[string, 'v4' | 'v6' | 'dual', unknown]>([
  ['pool-a', 'v4', 'pool-a'],
  ['pool.10', 'dual', 'pool.10'],
  ['10.0.0.1', 'v4', [{ v4: '10.0.0.1' }]],
  ['10.0.0.1,10.0.0.2', 'v4', [{ v4: '10.0.0.1' }, { v4: '10.0.0.2' }]],
  ['10.0.0.1; 10.0.0.2', 'v4', [{ v4: '10.0.0.1' }, { v4: '10.0.0.2' }]],
  ['FD00::1,fd00:0::2', 'v6', [{ v6: 'fd00::1' }, { v6: 'fd00::2' }]],
  // B6: both families of the one item, not an IPv4 list with something odd behind it
  [
    '10.245.233.82,fc00:10:ff:0:5:6bad:b8ae:cd4f',
    'dual',
    [{ v4: '10.245.233.82', v6: 'fc00:10:ff:0:5:6bad:b8ae:cd4f' }],
  ],
  [
    '10.0.0.1,fd00::1;fd00::2,10.0.0.2',
    'dual',
    [
      { v4: '10.0.0.1', v6: 'fd00::1' },
      { v4: '10.0.0.2', v6: 'fd00::2' },
    ],
  ],
  ['10.0.0.1;10.0.0.2', 'dual', [{ v4: '10.0.0.1' }, { v4: '10.0.0.2' }]],
])('%s on %s', (text, families, expected) => {
  const result = parseIpPoolAnnotation(text, families);
  if (!result.ok) throw result.error;
  expect(result.value.kind === 'pool' ? result.value.name : result.value.items).toEqual(expected);
});

test.each<[string, string, 'v4' | 'v6' | 'dual']>([
  ['a list or a pair?', '10.0.0.1,10.0.0.2', 'dual'],
  ['a list of pairs with commas only', '10.0.0.1,fd00::1,10.0.0.2,fd00::2', 'dual'],
  ['B8: half an address', '100.66.0.20..23', 'v4'],
  ['a range', '100.66.0.20..100.66.0.23', 'v4'],
  ['the other family', '10.0.0.1,fd00::1', 'v4'],
  ['two names', 'pool-a,pool-b', 'v4'],
  ['an empty item', '10.0.0.1,', 'v4'],
  ['nothing', '', 'v4'],
])('%s is refused', (_name, text, families) => {
  const result = parseIpPoolAnnotation(text, families);
  expect(result.ok ? 'accepted' : result.error.code).toBe('ERR_POD_IP_POOL_INVALID');
});
