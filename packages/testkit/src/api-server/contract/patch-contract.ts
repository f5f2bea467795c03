// The patch types.
import { describe, expect, test } from 'vitest';
import { APPLY, at, JSON_PATCH, STRATEGIC } from './contract-client.ts';
import { configMap, pod, type World, widget } from './contract-world.ts';

export function patchContract(world: () => World): void {
  describe('merge patch', () => {
    test('sets, removes with null, and leaves the rest', async () => {
      const { client, configMaps } = world();
      await client.post(configMaps, { ...configMap('merged', { keep: '1', drop: '2' }), data: { a: '1', b: '2' } });
      const patch = { metadata: { labels: { drop: null, add: '3' } }, data: { b: '3' } };
      const { status, body } = await client.patch(`${configMaps}/merged`, patch);
      expect(status).toBe(200);
      expect(at(body, 'metadata.labels')).toEqual({ keep: '1', add: '3' });
      expect(body.data).toEqual({ a: '1', b: '3' });
    });

    test('that changes nothing keeps the resourceVersion', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('no-op', { a: 'b' }));
      const { body } = await client.patch(`${configMaps}/no-op`, { metadata: { labels: { a: 'b', gone: null } } });
      expect(at(body, 'metadata.resourceVersion')).toBe(at(made.body, 'metadata.resourceVersion'));
    });

    test('honours resourceVersion and uid as preconditions, each with its own answer', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('guarded'));
      const resourceVersion = at(made.body, 'metadata.resourceVersion') ?? null;
      const guarded = { metadata: { resourceVersion }, data: { key: 'new' } };
      expect((await client.patch(`${configMaps}/guarded`, guarded)).status).toBe(200);
      const stale = await client.patch(`${configMaps}/guarded`, { ...guarded, data: { key: 'newer' } });
      expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict']);
      const uid = '00000000-0000-0000-0000-000000000000';
      expect((await client.patch(`${configMaps}/guarded`, { metadata: { uid } })).status).toBe(422);
    });

    test('replaces lists as a whole', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('tagged', { spec: { size: 1, tags: ['a', 'b'] } }));
      const { body } = await client.patch(`${widgets}/tagged`, { spec: { tags: ['c'] } });
      expect(at(body, 'spec.tags')).toEqual(['c']);
    });

    test('of an absent object is 404', async () => {
      const { client, configMaps } = world();
      expect((await client.patch(`${configMaps}/absent`, { data: {} })).status).toBe(404);
    });
  });

  describe('JSON patch', () => {
    test('adds, replaces, removes, moves and copies', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('edited', { spec: { size: 1, code: 'a', tags: ['a', 'c'] } }));
      const patch = [
        { op: 'test', path: '/spec/size', value: 1 },
        { op: 'add', path: '/spec/tags/1', value: 'b' },
        { op: 'add', path: '/spec/tags/-', value: 'd' },
        { op: 'replace', path: '/spec/size', value: 5 },
        { op: 'remove', path: '/spec/code' },
        { op: 'add', path: '/metadata/annotations', value: { 'a.b/c': 'd' } },
        { op: 'copy', from: '/metadata/annotations/a.b~1c', path: '/metadata/annotations/e' },
      ];
      const { status, body } = await client.patch(`${widgets}/edited`, patch, JSON_PATCH);
      expect(status).toBe(200);
      expect(body.spec).toMatchObject({ size: 5, tags: ['a', 'b', 'c', 'd'] });
      expect(at(body, 'spec.code')).toBeUndefined();
      expect((at(body, 'metadata.annotations') as Record<string, string>).e).toBe('d');
    });

    test('does nothing at all when a test fails', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('tested'));
      const patch = [
        { op: 'replace', path: '/spec/size', value: 5 },
        { op: 'test', path: '/spec/colour', value: 'blue' },
      ];
      const { status } = await client.patch(`${widgets}/tested`, patch, JSON_PATCH);
      expect(status).toBe(422);
      expect(at((await client.get(`${widgets}/tested`)).body, 'spec.size')).toBe(1);
    });
  });

  describe('strategic merge patch', () => {
    test('merges conditions by type and containers by name', async () => {
      const { client, pods } = world();
      // On a node, so that no scheduler has a say.
      await client.post(pods, pod('strategic', { nodeName: 'here' }));
      const condition = (type: string, status: string) => ({ status: { conditions: [{ type, status }] } });
      await client.patch(`${pods}/strategic/status`, condition('Ready', 'False'), STRATEGIC);
      await client.patch(`${pods}/strategic/status`, condition('Initialized', 'True'), STRATEGIC);
      const { body } = await client.patch(`${pods}/strategic/status`, condition('Ready', 'True'), STRATEGIC);
      const conditions = at(body, 'status.conditions') as { type: string; status: string }[];
      expect(new Map(conditions.map(({ type, status }) => [type, status]))).toEqual(
        new Map([
          ['Ready', 'True'],
          ['Initialized', 'True'],
        ]),
      );
      const image = { spec: { containers: [{ name: 'main', image: 'registry.example.com/other' }] } };
      const patched = await client.patch(`${pods}/strategic`, image, STRATEGIC);
      expect(at(patched.body, 'spec.containers.0.image')).toBe('registry.example.com/other');
    });

    test('is not for custom resources', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('plain'));
      expect((await client.patch(`${widgets}/plain`, { spec: { size: 2 } }, STRATEGIC)).status).toBe(415);
    });
  });

  describe('server-side apply', () => {
    const by = (manager: string, force = false) => `?fieldManager=${manager}${force ? '&force=true' : ''}`;

    test('creates, then changes, then does nothing', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/applied${by('one')}`;
      const first = await client.patch(path, widget('applied'), APPLY);
      const second = await client.patch(path, widget('applied', { spec: { size: 2 } }), APPLY);
      const third = await client.patch(path, widget('applied', { spec: { size: 2 } }), APPLY);
      expect([first.status, second.status, third.status]).toEqual([201, 200, 200]);
      expect([at(second.body, 'spec.size'), at(second.body, 'metadata.generation')]).toEqual([2, 2]);
      expect(at(third.body, 'metadata.resourceVersion')).toBe(at(second.body, 'metadata.resourceVersion'));
    });

    test('takes back what the manager no longer applies, and nothing of others', async () => {
      const { client, configMaps } = world();
      const path = `${configMaps}/shared`;
      const applied = (data: Record<string, string>) => ({
        ...configMap('shared'),
        metadata: { name: 'shared' },
        data,
      });
      await client.patch(path + by('one'), applied({ a: '1', b: '2' }), APPLY);
      await client.patch(path + by('two'), applied({ c: '3' }), APPLY);
      const { body } = await client.patch(path + by('one'), applied({ a: '1' }), APPLY);
      expect(body.data).toEqual({ a: '1', c: '3' });
    });

    test('refuses a conflict, and takes the field over when forced', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/disputed`;
      await client.patch(path + by('one'), widget('disputed', { spec: { size: 1 } }), APPLY);
      const other = widget('disputed', { spec: { size: 2 } });
      const refused = await client.patch(path + by('two'), other, APPLY);
      expect([refused.status, refused.body.reason]).toEqual([409, 'Conflict']);
      expect(at(refused.body, 'details.causes.0')).toMatchObject({
        reason: 'FieldManagerConflict',
        field: '.spec.size',
      });
      const forced = await client.patch(path + by('two', true), other, APPLY);
      expect(at(forced.body, 'spec.size')).toBe(2);
    });

    test('respects who updated a field', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/updated`;
      await client.patch(path + by('one'), widget('updated', { spec: { size: 1 } }), APPLY);
      await client.patch(`${path}?fieldManager=editor`, { spec: { size: 5 } });
      expect((await client.patch(path + by('one'), widget('updated', { spec: { size: 1 } }), APPLY)).status).toBe(409);
    });

    test('merges lists with keys item by item', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/ported`;
      const ports = (...list: readonly { name: string; port: number }[]) =>
        widget('ported', { spec: { size: 1, ports: list } });
      await client.patch(path + by('one'), ports({ name: 'a', port: 1 }, { name: 'b', port: 2 }), APPLY);
      await client.patch(path + by('two'), ports({ name: 'c', port: 3 }), APPLY);
      const { body } = await client.patch(path + by('one'), ports({ name: 'b', port: 4 }), APPLY);
      const left = at(body, 'spec.ports') as { name: string; port: number }[];
      expect(left.map(({ name, port }) => `${name}${port}`).sort()).toEqual(['b4', 'c3']);
    });

    test('needs a field manager', async () => {
      const { client, widgets } = world();
      expect((await client.patch(`${widgets}/unmanaged`, widget('unmanaged'), APPLY)).status).toBe(422);
    });
  });
}
