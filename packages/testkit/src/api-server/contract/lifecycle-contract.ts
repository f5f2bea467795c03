// What the controllers of a cluster do with objects: owned ones go with their owner, content goes with its namespace.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { at, randomName } from './contract-client.ts';
import { configMap, type World, widget } from './contract-world.ts';

const LIMIT_MS = 60_000;

export function lifecycleContract(world: () => World, hasControllers: () => boolean): void {
  const owned = (name: string, owner: JsonObject, more: JsonObject = {}): JsonObject => ({
    ...configMap(name),
    metadata: {
      name,
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name: at(owner, 'metadata.name')!,
          uid: at(owner, 'metadata.uid')!,
          ...more,
        },
      ],
    },
  });

  describe('lifecycle', () => {
    test('an owned object goes with its owner, also when that is gone already', {
      timeout: LIMIT_MS,
    }, async (context) => {
      context.skip(!hasControllers(), 'no controllers run behind this server');
      const { client, configMaps } = world();
      const owner = (await client.post(configMaps, configMap('owner'))).body;
      await client.post(configMaps, owned('dependent', owner));
      await client.delete(`${configMaps}/owner`);
      await gone(`${configMaps}/dependent`);
      await client.post(configMaps, owned('late', owner));
      await gone(`${configMaps}/late`);
    });

    test('an owner that is deleted in the foreground waits for the owned', { timeout: LIMIT_MS }, async (context) => {
      context.skip(!hasControllers(), 'no controllers run behind this server');
      const { client, configMaps } = world();
      const owner = (await client.post(configMaps, configMap('patient-owner'))).body;
      const path = `${configMaps}/patient`;
      const held = owned('patient', owner, { blockOwnerDeletion: true }) as { metadata: JsonObject };
      await client.post(configMaps, { ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } });
      const asked = await client.delete(`${configMaps}/patient-owner?propagationPolicy=Foreground`);
      expect(at(asked.body, 'metadata.finalizers')).toContain('foregroundDeletion');
      await until(async () => at((await client.get(path)).body, 'metadata.deletionTimestamp') !== undefined);
      expect((await client.get(`${configMaps}/patient-owner`)).status).toBe(200);
      await client.patch(path, { metadata: { finalizers: null } });
      await gone(`${configMaps}/patient-owner`);
    });

    test('orphans stay, and forget their owner', { timeout: LIMIT_MS }, async (context) => {
      context.skip(!hasControllers(), 'no controllers run behind this server');
      const { client, configMaps } = world();
      const owner = (await client.post(configMaps, configMap('leaving-owner'))).body;
      await client.post(configMaps, owned('orphan', owner));
      await client.delete(`${configMaps}/leaving-owner?propagationPolicy=Orphan`);
      await gone(`${configMaps}/leaving-owner`);
      expect(at((await client.get(`${configMaps}/orphan`)).body, 'metadata.ownerReferences')).toBeUndefined();
    });

    test('a namespace that ends takes nothing new, and waits for finalizers', {
      timeout: LIMIT_MS,
    }, async (context) => {
      context.skip(!hasControllers(), 'no controllers run behind this server');
      const { client, widgets, namespace } = world();
      const name = randomName('ending');
      const inside = (path: string) => path.replace(namespace, name);
      await client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      const held = { name: 'held', finalizers: ['example.com/hold'] };
      await client.post(inside(widgets), widget('held', { metadata: held }));
      await client.delete(`/api/v1/namespaces/${name}`);
      const ending = await client.get(`/api/v1/namespaces/${name}`);
      expect(at(ending.body, 'status.phase')).toBe('Terminating');
      const refused = await client.post(inside(widgets), widget('late'));
      expect([refused.status, refused.body.reason]).toEqual([403, 'Forbidden']);
      const path = `${inside(widgets)}/held`;
      await until(async () => at((await client.get(path)).body, 'metadata.deletionTimestamp') !== undefined);
      await client.patch(path, { metadata: { finalizers: null } });
      await gone(`/api/v1/namespaces/${name}`);
    });
  });

  function gone(path: string): Promise<void> {
    return until(async () => (await world().client.get(path)).status === 404);
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
