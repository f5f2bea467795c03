import { expect, test } from 'vitest';
import { validateIpSpec } from './validate.ts';

test.each<[string, object, string]>([
  ['a subnet is enough', {}, 'accepted'],
  ['empty strings are absent', { v4IpAddress: '', v6IpAddress: '', macAddress: '', podType: '' }, 'accepted'],
  ['both families', { v4IpAddress: '10.0.0.2', v6IpAddress: 'fd00::2', macAddress: '00:00:00:AB:cd:ef' }, 'accepted'],
  ['StatefulSet', { podType: 'StatefulSet' }, 'accepted'],
  ['VirtualMachine', { podType: 'VirtualMachine' }, 'accepted'],
  ['another pod type', { podType: 'Deployment' }, 'ERR_IP_POD_TYPE_INVALID'],
  ['no subnet', { subnet: '' }, 'ERR_IP_SUBNET_MISSING'],
  ['IPv6 as IPv4', { v4IpAddress: 'fd00::2' }, 'ERR_IP_ADDRESS_INVALID'],
  ['IPv4 as IPv6', { v6IpAddress: '10.0.0.2' }, 'ERR_IP_ADDRESS_INVALID'],
  ['no address', { v4IpAddress: '10.0.0' }, 'ERR_IP_ADDRESS_INVALID'],
  ['upper case', { v6IpAddress: 'FD00::2' }, 'ERR_IP_ADDRESS_UPPER_CASE'],
  ['multicast MAC', { macAddress: '01:00:00:00:00:01' }, 'ERR_IP_MAC_INVALID'],
])('%s: %s', (_name, change, code) => {
  const result = validateIpSpec('web-0.shop', { subnet: 's', ...change });
  expect(result.ok ? 'accepted' : result.error.code).toBe(code);
});
