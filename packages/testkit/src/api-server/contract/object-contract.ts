// Creating, reading and replacing single objects.
import { describe, expect, test } from 'vitest';
import { at } from './contract-client.ts';
import { configMap, GROUP, pod, type World, widget } from './contract-world.ts';

export function objectContract(world: () => World): void {
  describe('create', () => {
    test('gives uid, resourceVersion, creation time and generation', async () => {
      const { client, widgets } = world();
      const { status, body } = await client.post(widgets, widget('created'));
      expect(status).toBe(201);
      expect(at(body, 'metadata.uid')).toMatch(/^[0-9a-f-]{36}$/);
      expect(at(body, 'metadata.resourceVersion')).toMatch(/^\d+$/);
      expect(at(body, 'metadata.creationTimestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(at(body, 'metadata.generation')).toBe(1);
    });

    test('refuses a second object of the same name', async () => {
      const { client, configMaps } = world();
      await client.post(configMaps, configMap('twice'));
      const { status, body } = await client.post(configMaps, configMap('twice'));
      expect([status, body.reason, at(body, 'details.name')]).toEqual([409, 'AlreadyExists', 'twice']);
    });

    test('completes generateName', async () => {
      const { client, configMaps } = world();
      const nameless = { ...configMap(''), metadata: { generateName: 'gen-' } };
      const first = await client.post(configMaps, nameless);
      const second = await client.post(configMaps, nameless);
      expect(at(first.body, 'metadata.name')).toMatch(/^gen-[a-z0-9]{5}$/);
      expect(at(second.body, 'metadata.name')).not.toBe(at(first.body, 'metadata.name'));
    });

    test('needs the namespace', async () => {
      const { client } = world();
      const { status, body } = await client.post('/api/v1/namespaces/no-such/configmaps', configMap('a'));
      expect([status, body.reason]).toEqual([404, 'NotFound']);
    });

    test.each([
      ['a bad name', { name: 'Bad_Name' }, 'metadata.name'],
      ['a bad label value', { name: 'bad-label', labels: { a: 'b:c' } }, 'metadata.labels'],
      ['a bad label key', { name: 'bad-label-key', labels: { 'a b': 'c' } }, 'metadata.labels'],
      ['a bad finalizer', { name: 'bad-finalizer', finalizers: ['a b'] }, 'metadata.finalizers'],
      [
        'an owner without uid',
        { name: 'bad-owner', ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: '' }] },
        'metadata.ownerReferences.uid',
      ],
      ['a bad annotation key', { name: 'bad-annotation', annotations: { 'a b': 'c' } }, 'metadata.annotations'],
    ])('refuses %s', async (_what, metadata, field) => {
      const { client, configMaps } = world();
      const { status, body } = await client.post(configMaps, { ...configMap('x'), metadata });
      expect([status, body.reason, at(body, 'details.causes.0.field')]).toEqual([422, 'Invalid', field]);
    });

    test('refuses a resourceVersion and a foreign kind', async () => {
      const { client, configMaps } = world();
      const versioned = { ...configMap('x'), metadata: { name: 'x', resourceVersion: '1' } };
      expect((await client.post(configMaps, versioned)).status).toBe(500);
      expect((await client.post(configMaps, pod('x'))).status).toBe(400);
    });

    test('drops the status where status is a subresource', async () => {
      const { client, widgets, pods } = world();
      const made = await client.post(widgets, widget('no-status', { status: { phase: 'Done' } }));
      expect(made.body.status).toBeUndefined();
      const madePod = await client.post(pods, { ...pod('pending'), status: { phase: 'Running' } });
      expect(at(madePod.body, 'status.phase')).toBe('Pending');
    });
  });

  describe('get', () => {
    test('answers what create answered', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('read'));
      expect((await client.get(`${configMaps}/read`)).body).toEqual(made.body);
    });

    test('says what is missing', async () => {
      const { client, widgets } = world();
      const { status, body } = await client.get(`${widgets}/none`);
      expect([status, body.kind, body.reason]).toEqual([404, 'Status', 'NotFound']);
      expect(body.details).toMatchObject({ name: 'none', group: GROUP, kind: 'widgets' });
    });
  });

  describe('replace', () => {
    test('refuses a stale resourceVersion', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('stale'));
      await client.patch(`${configMaps}/stale`, { data: { key: 'newer' } });
      const { status, body } = await client.put(`${configMaps}/stale`, { ...made.body, data: { key: 'mine' } });
      expect([status, body.reason]).toEqual([409, 'Conflict']);
    });

    test('without resourceVersion works for built-in kinds only', async () => {
      const { client, configMaps, widgets } = world();
      await client.post(configMaps, configMap('blind'));
      await client.post(widgets, widget('blind'));
      expect((await client.put(`${configMaps}/blind`, configMap('blind'))).status).toBe(200);
      expect((await client.put(`${widgets}/blind`, widget('blind'))).status).toBe(422);
    });

    test('without a change keeps the resourceVersion', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('same'));
      const put = await client.put(`${configMaps}/same`, made.body);
      expect(at(put.body, 'metadata.resourceVersion')).toBe(at(made.body, 'metadata.resourceVersion'));
    });

    test('refuses another name, another uid, and an absent object', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('named'));
      expect((await client.put(`${configMaps}/named`, configMap('other'))).status).toBe(400);
      const metadata = { name: 'named', uid: '00000000-0000-0000-0000-000000000000' };
      expect((await client.put(`${configMaps}/named`, { ...made.body, metadata })).status).toBe(409);
      expect((await client.put(`${configMaps}/absent`, configMap('absent'))).status).toBe(404);
    });

    test('cannot change what belongs to the server', async () => {
      const { client, widgets } = world();
      const { body } = await client.post(widgets, widget('server-owned'));
      const metadata = {
        name: 'server-owned',
        resourceVersion: at(body, 'metadata.resourceVersion'),
        creationTimestamp: '2001-01-01T00:00:00Z',
        generation: 77,
      };
      const put = await client.put(`${widgets}/server-owned`, { ...body, metadata });
      for (const field of ['uid', 'creationTimestamp', 'generation']) {
        expect(at(put.body, `metadata.${field}`), field).toEqual(at(body, `metadata.${field}`));
      }
      const deletion = { metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' } };
      expect((await client.patch(`${widgets}/server-owned`, deletion)).status).toBe(422);
    });
  });

  describe('status and generation', () => {
    test('a change of spec counts, one of labels or status does not', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('counted'));
      const generation = async (reply: ReturnType<typeof client.patch>) =>
        at((await reply).body, 'metadata.generation');
      const path = `${widgets}/counted`;
      expect(await generation(client.patch(path, { spec: { size: 2 } }))).toBe(2);
      expect(await generation(client.patch(path, { metadata: { labels: { a: 'b' } } }))).toBe(2);
      expect(await generation(client.patch(`${path}/status`, { status: { phase: 'Done' } }))).toBe(2);
      expect(await generation(client.patch(path, { spec: { size: 2 } }))).toBe(2);
    });

    test('each endpoint writes its own half', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('halves'));
      const change = { metadata: { labels: { a: 'b' } }, spec: { size: 9 }, status: { phase: 'Done' } };
      const main = await client.patch(`${widgets}/halves`, change);
      expect([at(main.body, 'spec.size'), main.body.status]).toEqual([9, undefined]);
      const other = { metadata: { labels: { a: 'c' } }, spec: { size: 7 }, status: { phase: 'Done' } };
      const status = await client.patch(`${widgets}/halves/status`, other);
      expect([at(status.body, 'spec.size'), at(status.body, 'status.phase')]).toEqual([9, 'Done']);
      expect(at(status.body, 'metadata.labels')).toEqual({ a: 'b' });
    });
  });
}
