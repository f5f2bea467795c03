import { expect, test } from 'vitest';
import { validateIpPoolSpec } from './validate.ts';

const spec = { subnet: 's', enableAddressSet: false };

test.each<[string, string[], string]>([
  [
    'addresses, ranges and CIDRs of both families',
    ['10.0.0.1', '10.0.0.4..10.0.0.7', '10.0.1.0/28', 'fd00::/120'],
    'accepted',
  ],
  ['overlapping items', ['10.0.0.1..10.0.0.9', '10.0.0.5'], 'accepted'],
  ['none', [], 'ERR_IPPOOL_EMPTY'],
  ['B8: half an address', ['100.66.0.20..23'], 'ERR_IPPOOL_RANGE_INVALID'],
  ['backwards', ['10.0.0.9..10.0.0.1'], 'ERR_IPPOOL_RANGE_INVALID'],
  ['families mixed in a range', ['10.0.0.1..fd00::1'], 'ERR_IPPOOL_RANGE_INVALID'],
  ['a list in one item', ['10.0.0.1,10.0.0.2'], 'ERR_IPPOOL_RANGE_INVALID'],
])('%s: %s', (_name, ips, code) => {
  const result = validateIpPoolSpec('pool1', { ...spec, ips });
  expect(result.ok ? 'accepted' : result.error.code).toBe(code);
});

test('the addresses are merged per family, the list stays as written', () => {
  const ips = ['10.0.0.4..10.0.0.7', '10.0.0.1', '10.0.0.8', 'FD00::1'];
  const result = validateIpPoolSpec('pool1', { ...spec, ips });
  if (!result.ok) throw result.error;
  expect(result.value.ips).toBe(ips);
  expect(result.value.addresses.v4.toText()).toBe('10.0.0.1,10.0.0.4..10.0.0.8');
  expect(result.value.addresses.v6.toText()).toBe('fd00::1');
});

test('a pool is of a subnet', () => {
  const result = validateIpPoolSpec('pool1', { ...spec, subnet: '', ips: ['10.0.0.1'] });
  expect(result.ok ? '' : result.error.code).toBe('ERR_IPPOOL_SUBNET_MISSING');
});
