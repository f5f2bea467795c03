import { expect, test } from 'vitest';
import { parseEndpoint } from './endpoint.ts';

test.each([
  ['unix:/run/ovn/ovnnb_db.sock', { kind: 'unix', path: '/run/ovn/ovnnb_db.sock' }],
  ['tcp:10.0.0.1:6641', { kind: 'tcp', host: '10.0.0.1', port: 6641 }],
  [' ssl:[fd00::1]:6641 ', { kind: 'ssl', host: 'fd00::1', port: 6641 }],
  ['tcp:[fe80::1%eth0]:6641', { kind: 'tcp', host: 'fe80::1%eth0', port: 6641 }],
  ['ssl:ovn-nb.kube-system.svc:6641', { kind: 'ssl', host: 'ovn-nb.kube-system.svc', port: 6641 }],
])('%s', (text, endpoint) => expect(parseEndpoint(text)).toEqual(endpoint));

test.each([
  '',
  'unix:',
  'tcp:10.0.0.1',
  'tcp:10.0.0.1:0',
  'tcp:10.0.0.1:65536',
  'tcp:::1:6641',
  'udp:1.1.1.1:1',
  'ptcp:6641',
])('not an endpoint: "%s"', (text) => expect(() => parseEndpoint(text)).toThrow(TypeError));
