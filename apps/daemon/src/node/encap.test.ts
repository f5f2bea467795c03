import { expect, test } from 'vitest';
import { encapIds, readNodeNetworks } from './encap.ts';

test('the default address first, the others sorted, none twice', () => {
  const networks = readNodeNetworks('{"b":"192.0.2.20","a":"192.0.2.3","same":"192.0.2.10"}');
  expect(encapIds('192.0.2.10', networks, true)).toEqual({
    'ovn-encap-ip': '192.0.2.10,192.0.2.3,192.0.2.20',
    'ovn-encap-ip-default': '192.0.2.10',
    'ovn-encap-csum': 'true',
  });
});

test.each(['{', '[]', '{"a":"nonsense"}', '{"a":{"ip":"192.0.2.3"}}'])('%s is ignored as a whole', (text) => {
  const networks = readNodeNetworks(text);
  expect(networks).toEqual({ networks: {}, problem: expect.any(String) });
  expect(encapIds('192.0.2.10', networks, false)['ovn-encap-ip']).toBe('192.0.2.10');
});
