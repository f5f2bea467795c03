import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KubeClient } from './client.ts';
import { EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
import type { KubeObject } from './object.ts';
import { FakeObjects } from './testing/fake-objects.ts';
import { type FaultServer, reset, startFaultServer, status } from './testing/fault-server.ts';
import { until } from './testing/until.ts';

const POD: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-0', namespace: 'shop', uid: 'u1', resourceVersion: '7' },
};
const SUBNET: KubeObject = { apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata: { name: 'net1', uid: 'u2' } };

let server: FaultServer;
let api: FakeObjects;
let client: KubeClient;
let clock: number;
let errors: Error[];

beforeEach(async () => {
  server = await startFaultServer();
  api = new FakeObjects(server);
  client = new KubeClient(server.config);
  clock = Date.UTC(2026, 0, 1);
  errors = [];
});

afterEach(async () => {
  client.close();
  await server.close();
});

function recorderWith(options: Partial<EventRecorderOptions> = {}): EventRecorder {
  const onError = (error: Error): number => errors.push(error);
  return new EventRecorder({ client, component: 'kube-ovn-controller', now: () => clock, onError, ...options });
}

function events(): KubeObject[] {
  return [...api.objects.values()];
}

function methods(): string[] {
  return server.requests.map((request) => request.method);
}

test('an event as kubectl describe wants it', async () => {
  const recorder = recorderWith();
  recorder.event(POD, 'Normal', 'PodNetworkAllocated', 'provider=ovn ip=10.16.0.2');
  await recorder.flush();
  expect(server.requests[0]?.path).toBe('/api/v1/namespaces/shop/events');
  expect(events()).toEqual([
    expect.objectContaining({
      kind: 'Event',
      involvedObject: {
        apiVersion: 'v1',
        kind: 'Pod',
        namespace: 'shop',
        name: 'web-0',
        uid: 'u1',
        resourceVersion: '7',
      },
      type: 'Normal',
      reason: 'PodNetworkAllocated',
      message: 'provider=ovn ip=10.16.0.2',
      source: { component: 'kube-ovn-controller' },
      reportingComponent: 'kube-ovn-controller',
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
      count: 1,
    }),
  ]);
  expect(events()[0]?.metadata.name).toMatch(/^web-0\.[0-9a-f]+$/);
});

test('events of cluster-scoped objects live in default', async () => {
  const recorder = recorderWith({ host: 'node1' });
  recorder.event(SUBNET, 'Warning', 'NoReadyGateway', 'x');
  await recorder.flush();
  expect(server.requests[0]?.path).toBe('/api/v1/namespaces/default/events');
  expect(events()[0]).toMatchObject({ source: { host: 'node1' }, reportingInstance: 'node1' });
});

describe('aggregation', () => {
  test('equal events are one Event with a count', async () => {
    const recorder = recorderWith();
    for (let n = 0; n < 5; n++) recorder.event(POD, 'Warning', 'AcquireAddressFailed', 'no address');
    await recorder.flush();
    clock += 61_000;
    for (let n = 0; n < 3; n++) recorder.event(POD, 'Warning', 'AcquireAddressFailed', 'no address');
    await recorder.flush();
    await recorder.flush();
    expect(methods()).toEqual(['POST', 'PATCH']);
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({ count: 8, lastTimestamp: '2026-01-01T00:01:01Z' });
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ count: 8, lastTimestamp: '2026-01-01T00:01:01Z' });
  });

  test('another message, reason, uid, or a pause longer than the window is another Event', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Warning', 'A', 'x');
    recorder.event(POD, 'Warning', 'A', 'y');
    recorder.event(POD, 'Warning', 'B', 'x');
    recorder.event({ ...POD, metadata: { ...POD.metadata, uid: 'u9' } }, 'Warning', 'A', 'x');
    clock += 600_000;
    recorder.event(POD, 'Warning', 'A', 'x');
    await recorder.flush();
    expect(events()).toHaveLength(5);
  });

  test('what happens while the Event is being sent is counted after', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Warning', 'A', 'x');
    api.faults.push((request, response) => {
      recorder.event(POD, 'Warning', 'A', 'x');
      api.honest(request, response);
    });
    await recorder.flush();
    expect(recorder.pending).toBe(1);
    await recorder.flush();
    expect(methods()).toEqual(['POST', 'PATCH']);
    expect(events()[0]).toMatchObject({ count: 2 });
  });

  test('an Event the server has forgotten is created anew with its count', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Warning', 'A', 'x');
    await recorder.flush();
    api.objects.clear();
    recorder.event(POD, 'Warning', 'A', 'x');
    await recorder.flush();
    await recorder.flush();
    expect(methods()).toEqual(['POST', 'PATCH', 'POST']);
    expect(events()[0]).toMatchObject({ count: 2 });
  });
});

describe('bounds', () => {
  test('a storm of different messages of one object is cut', async () => {
    const recorder = recorderWith();
    for (let n = 0; n < 1000; n++) recorder.event(POD, 'Warning', 'A', `message ${n}`);
    recorder.event(SUBNET, 'Warning', 'A', 'another object is not affected');
    await recorder.flush();
    expect(events()).toHaveLength(26);
    expect(recorder.dropped).toBe(975);
    clock += 300_000;
    recorder.event(POD, 'Warning', 'A', 'later');
    await recorder.flush();
    expect(events()).toHaveLength(27);
  });

  test('requests per flush are bounded, Warnings go first, a full queue drops', async () => {
    const recorder = recorderWith({ flushMs: 1, maxPerFlush: 2, maxPending: 3 });
    for (let n = 0; n < 5; n++) {
      const involved = { ...POD, metadata: { ...POD.metadata, name: `p${n}`, uid: `u${n}` } };
      recorder.event(involved, 'Normal', 'N', 'x');
      recorder.event(involved, 'Warning', 'W', 'x');
    }
    expect(recorder.pending).toBe(6);
    expect(recorder.dropped).toBe(4);
    await until(() => recorder.pending === 0);
    const reasons = server.requests.map((request) => (JSON.parse(request.body) as { reason: string }).reason);
    expect(reasons).toEqual(['W', 'W', 'W', 'N', 'N', 'N']);
  });

  test('long messages are clipped', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Normal', 'A', 'x'.repeat(5000));
    await recorder.flush();
    expect(String(events()[0]?.message)).toHaveLength(1024);
  });
});

describe('failures', () => {
  test('a lost connection is tried again; the Event is there once', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Normal', 'A', 'x');
    api.faults.push(reset, status(500, 'InternalError'));
    await recorder.flush();
    await recorder.flush();
    await recorder.flush();
    expect(events()).toHaveLength(1);
    expect(recorder.pending).toBe(0);
  });

  test('a refusal is not repeated; a server that stays away does not fill the memory', async () => {
    const recorder = recorderWith();
    recorder.event(POD, 'Normal', 'A', 'x');
    api.faults.push(status(403, 'Forbidden'));
    await recorder.flush();
    expect([recorder.pending, recorder.dropped]).toEqual([0, 1]);
    recorder.event(POD, 'Normal', 'B', 'x');
    api.faults.push(...Array.from({ length: 5 }, () => status(503, 'ServiceUnavailable')));
    for (let n = 0; n < 5; n++) await recorder.flush();
    expect([recorder.pending, recorder.dropped]).toEqual([0, 2]);
    expect(errors).toHaveLength(2);
  });

  test('nonsense does not throw', () => {
    const recorder = recorderWith();
    expect(() => recorder.event({} as KubeObject, 'Normal', 'A', 'x')).not.toThrow();
    expect(() => recorder.event(POD, 'Normal', 'A', undefined as unknown as string)).not.toThrow();
    expect(errors).toHaveLength(2);
  });
});
