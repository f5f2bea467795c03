// Leases and Events, and writes that are only tried.
import { describe, expect, test } from 'vitest';
import { at, names } from './contract-client.ts';
import { configMap, type World, widget } from './contract-world.ts';

export function smallKindsContract(world: () => World): void {
  describe('lease', () => {
    const time = (seconds: number) => `2026-01-01T00:00:${String(seconds).padStart(2, '0')}.123456Z`;
    const lease = (name: string, spec: object) => ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name },
      spec: { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime: time(1), ...spec },
    });

    test('is renewed by one of two who read the same state', async () => {
      const { client, leases } = world();
      const made = await client.post(leases, lease('leader', {}));
      expect([made.status, at(made.body, 'spec.renewTime')]).toEqual([201, time(1)]);
      const metadata = { name: 'leader', resourceVersion: at(made.body, 'metadata.resourceVersion') ?? null };
      const mine = { ...lease('leader', { renewTime: time(2) }), metadata };
      const theirs = { ...lease('leader', { holderIdentity: 'two', renewTime: time(3) }), metadata };
      expect((await client.put(`${leases}/leader`, mine)).status).toBe(200);
      const late = await client.put(`${leases}/leader`, theirs);
      expect([late.status, late.body.reason]).toEqual([409, 'Conflict']);
      expect((await client.get(`${leases}/leader`)).body.spec).toMatchObject({
        holderIdentity: 'one',
        renewTime: time(2),
      });
    });

    test('must last for some time', async () => {
      const { client, leases } = world();
      const { status, body } = await client.post(leases, lease('short', { leaseDurationSeconds: 0 }));
      expect([status, at(body, 'details.causes.0.field')]).toEqual([422, 'spec.leaseDurationSeconds']);
    });
  });

  describe('event', () => {
    const event = (name: string, about: string, namespace: string) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', name: about, namespace },
      reason: 'Contract',
      message: 'text',
      type: 'Warning',
      count: 1,
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
    });

    test('is counted up, and found by what it is about', async () => {
      const { client, events, namespace } = world();
      expect((await client.post(events, event('said', 'a', namespace))).status).toBe(201);
      await client.post(events, event('said-of-b', 'b', namespace));
      const { body } = await client.patch(`${events}/said`, { count: 2, lastTimestamp: '2026-01-01T00:01:00Z' });
      expect(body).toMatchObject({ count: 2, message: 'text', lastTimestamp: '2026-01-01T00:01:00Z' });
      const about = encodeURIComponent('involvedObject.kind=Pod,involvedObject.name=a');
      expect(names(await client.get(`${events}?fieldSelector=${about}`))).toEqual(['said']);
    });

    test('lives in the namespace of what it is about', async () => {
      const { client, events } = world();
      const { status, body } = await client.post(events, event('astray', 'a', 'default'));
      expect([status, body.reason, at(body, 'details.causes.0.field')]).toEqual([
        422,
        'Invalid',
        'involvedObject.namespace',
      ]);
    });
  });

  describe('dry run', () => {
    test('answers as the write would, and writes nothing', async () => {
      const { client, configMaps } = world();
      const made = await client.post(`${configMaps}?dryRun=All`, configMap('tried'));
      expect([made.status, at(made.body, 'metadata.name')]).toEqual([201, 'tried']);
      expect(at(made.body, 'metadata.uid')).toMatch(/^[0-9a-f-]{36}$/);
      expect((await client.get(`${configMaps}/tried`)).status).toBe(404);

      await client.post(configMaps, configMap('kept'));
      const patched = await client.patch(`${configMaps}/kept?dryRun=All`, { data: { key: 'new' } });
      expect([patched.status, at(patched.body, 'data.key')]).toEqual([200, 'new']);
      expect((await client.delete(`${configMaps}/kept?dryRun=All`)).status).toBe(200);
      expect(at((await client.get(`${configMaps}/kept`)).body, 'data.key')).toBe('value');
    });

    test('refuses what would be refused', async () => {
      const { client, configMaps, widgets } = world();
      await client.post(configMaps, configMap('taken'));
      expect((await client.post(`${configMaps}?dryRun=All`, configMap('taken'))).status).toBe(409);
      const wrong = widget('tried', { spec: { size: -1 } });
      expect((await client.post(`${widgets}?dryRun=All`, wrong)).status).toBe(422);
      expect((await client.post(`${configMaps}?dryRun=Some`, configMap('tried'))).status).toBe(422);
    });
  });
}
