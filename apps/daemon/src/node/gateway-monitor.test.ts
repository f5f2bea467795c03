import { KubeClient } from '@kube-ovn/kube';
import type { Netlink } from '@kube-ovn/netlink';
import { type ApiServer, startApiServer } from '@kube-ovn/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeRecord } from '../kube/node-record.ts';
import { GatewayMonitor } from './gateway-monitor.ts';

let api: ApiServer;
let now = 0;
let answers = true;
let monitor: GatewayMonitor;

const JOIN = {
  portName: 'node-n1',
  mac: '00:00:00:00:64:02',
  addresses: [{ family: 4, ip: '100.64.0.2', cidr: '100.64.0.2/16', block: '100.64.0.0/16', gateway: '100.64.0.1' }],
} as const;

beforeEach(async () => {
  api = await startApiServer();
  api.objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
  [now, answers] = [1_000_000, true];
  const netlink = { ping: async () => (answers ? { roundTripMs: 1 } : undefined) } as unknown as Netlink;
  monitor = new GatewayMonitor({
    client: new KubeClient({ server: api.url }),
    netlink,
    nodeName: 'n1',
    node: () => nodeRecord(api.objects.get('Node', 'n1')!, 'n1'),
    join: () => JOIN,
    silent: false,
    onChange: () => {},
    now: () => now,
  });
});
afterEach(() => api.close());

const run = () => monitor.run(new AbortController().signal);

test('told when it changes, and otherwise once in five minutes', async () => {
  await run();
  const first = api.revision;
  now += 5_000;
  await run();
  expect(api.revision).toBe(first);
  now += 300_000;
  await run();
  expect(api.revision).toBe(first + 1);
  answers = false;
  await run();
  expect(nodeRecord(api.objects.get('Node', 'n1')!, 'n1').networkUnavailable).toEqual({
    status: 'True',
    reason: 'JoinSubnetGatewayUnreachable',
    message: 'ping check to gateway ip 100.64.0.1 failed',
  });
  expect(api.revision).toBe(first + 2);
});

test('a condition that somebody has overwritten is put right at the next look', async () => {
  await run();
  const conditions = [{ type: 'NetworkUnavailable', status: 'True', reason: 'Other', message: '' }];
  api.objects.patch('Node', 'n1', undefined, { status: { conditions } }, { subresource: 'status' });
  await run();
  expect(nodeRecord(api.objects.get('Node', 'n1')!, 'n1').networkUnavailable?.status).toBe('False');
});

test('conditions of others stay', async () => {
  const conditions = [{ type: 'Ready', status: 'True', reason: 'r', message: 'm' }];
  api.objects.patch('Node', 'n1', undefined, { status: { conditions } }, { subresource: 'status' });
  await run();
  const status = api.objects.get<{ status: { conditions: { type: string }[] } }>('Node', 'n1')?.status;
  expect(status?.conditions.map(({ type }) => type).sort()).toEqual(['NetworkUnavailable', 'Ready']);
});
