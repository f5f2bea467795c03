// Deletion: preconditions, finalizers, grace, whole collections.
import { describe, expect, test } from 'vitest';
import { at, names } from './contract-client.ts';
import { configMap, pod, type World, widget } from './contract-world.ts';

const FINALIZER = 'contract.example.com/hold';

export function deleteContract(world: () => World): void {
  describe('delete', () => {
    test('removes the object at once, and answers with a Status', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('doomed'));
      const { status, body } = await client.delete(`${configMaps}/doomed`);
      expect([status, body.kind, body.status]).toEqual([200, 'Status', 'Success']);
      expect(at(body, 'details.uid')).toBe(at(made.body, 'metadata.uid'));
      expect((await client.get(`${configMaps}/doomed`)).status).toBe(404);
      expect((await client.delete(`${configMaps}/doomed`)).status).toBe(404);
    });

    test('honours preconditions', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('guarded-delete'));
      const path = `${configMaps}/guarded-delete`;
      const options = (preconditions: Record<string, string>) => ({
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions,
      });
      expect((await client.delete(path, options({ uid: 'other' }))).status).toBe(409);
      expect((await client.delete(path, options({ resourceVersion: '1' }))).status).toBe(409);
      expect((await client.delete(path, options({ uid: String(at(made.body, 'metadata.uid')) }))).status).toBe(200);
    });

    test('waits for finalizers', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/held`;
      await client.post(widgets, widget('held', { metadata: { name: 'held', finalizers: [FINALIZER] } }));
      const deleted = await client.delete(path);
      expect(at(deleted.body, 'metadata.deletionTimestamp')).toMatch(/Z$/);
      expect(at(deleted.body, 'metadata.generation')).toBe(2);

      const again = await client.delete(path);
      expect(at(again.body, 'metadata.resourceVersion')).toBe(at(deleted.body, 'metadata.resourceVersion'));
      const more = await client.patch(path, { metadata: { finalizers: [FINALIZER, 'contract.example.com/more'] } });
      expect([more.status, more.body.reason]).toEqual([422, 'Invalid']);

      expect((await client.patch(path, { spec: { size: 3 } })).status).toBe(200);
      expect((await client.patch(path, { metadata: { finalizers: null } })).status).toBe(200);
      expect((await client.get(path)).status).toBe(404);
    });

    test('leaves a scheduled pod its grace period', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('graceful', { nodeName: 'somewhere', terminationGracePeriodSeconds: 7 }));
      const { status, body } = await client.delete(`${pods}/graceful`);
      expect([status, body.kind]).toEqual([200, 'Pod']);
      expect(at(body, 'metadata.deletionGracePeriodSeconds')).toBe(7);
      expect((await client.get(`${pods}/graceful`)).status).toBe(200);
      await client.delete(`${pods}/graceful?gracePeriodSeconds=0`);
      expect((await client.get(`${pods}/graceful`)).status).toBe(404);
    });

    test('removes an unscheduled pod at once', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('unscheduled'));
      await client.delete(`${pods}/unscheduled`);
      expect((await client.get(`${pods}/unscheduled`)).status).toBe(404);
    });

    test('of a collection takes what is selected', async () => {
      const { client, configMaps } = world();
      for (const name of ['x', 'y']) await client.post(configMaps, configMap(`many-${name}`, { test: 'many' }));
      await client.post(configMaps, configMap('many-kept', { test: 'kept' }));
      expect((await client.delete(`${configMaps}?labelSelector=test%3Dmany`)).status).toBe(200);
      const left = await client.get(`${configMaps}?labelSelector=${encodeURIComponent('test in (many,kept)')}`);
      expect(names(left)).toEqual(['many-kept']);
    });
  });
}
