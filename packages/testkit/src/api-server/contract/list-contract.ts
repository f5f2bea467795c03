// Lists: selectors, pages, resource versions, tables.
import { describe, expect, test } from 'vitest';
import { at, names } from './contract-client.ts';
import { configMap, pod, type World, widget } from './contract-world.ts';

export function listContract(world: () => World): void {
  describe('list', () => {
    test('has a kind, a resourceVersion, and items in order of their names', async () => {
      const { client, configMaps } = world();
      for (const name of ['c', 'a', 'b']) await client.post(configMaps, configMap(`order-${name}`, { test: 'order' }));
      const list = await client.get(`${configMaps}?labelSelector=test%3Dorder`);
      expect(list.body.kind).toBe('ConfigMapList');
      expect(at(list.body, 'metadata.resourceVersion')).toMatch(/^\d+$/);
      expect(names(list)).toEqual(['order-a', 'order-b', 'order-c']);
    });

    test('names the kind in items of custom resources only', async () => {
      const { client, configMaps, widgets } = world();
      await client.post(configMaps, configMap('kinds'));
      await client.post(widgets, widget('kinds'));
      expect(at((await client.get(configMaps)).body, 'items.0.kind')).toBeUndefined();
      expect(at((await client.get(widgets)).body, 'items.0.kind')).toBe('Widget');
    });

    test.each([
      ['a=1', ['l1', 'l2']],
      ['a==1,b=2', ['l1']],
      ['a!=1,test=labels', ['l3']],
      ['b,test=labels', ['l1', 'l3']],
      ['!b,test=labels', ['l2']],
      ['b in (2,3),test=labels', ['l1', 'l3']],
      ['b notin (2),test=labels', ['l2', 'l3']],
    ])('selects labels by %s', async (selector, expected) => {
      const { client, configMaps } = world();
      await client.post(configMaps, configMap('l1', { test: 'labels', a: '1', b: '2' }));
      await client.post(configMaps, configMap('l2', { test: 'labels', a: '1' }));
      await client.post(configMaps, configMap('l3', { test: 'labels', b: '3' }));
      const list = await client.get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`);
      expect(names(list)).toEqual(expected);
    });

    test('selects fields, and refuses unknown ones', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('on-a', { nodeName: 'a' }));
      await client.post(pods, pod('on-b', { nodeName: 'b' }));
      const select = (selector: string) => client.get(`${pods}?fieldSelector=${encodeURIComponent(selector)}`);
      expect(names(await select('spec.nodeName=a'))).toEqual(['on-a']);
      expect(names(await select('metadata.name=on-b'))).toEqual(['on-b']);
      expect(names(await select('spec.nodeName!=a,metadata.name=on-a'))).toEqual([]);
      expect((await select('spec.containers=a')).status).toBe(400);
    });

    test('in pages shows one moment, whatever happens meanwhile', async () => {
      const { client, configMaps } = world();
      for (const name of ['p1', 'p2', 'p3', 'p4', 'p5'])
        await client.post(configMaps, configMap(name, { test: 'pages' }));
      const path = `${configMaps}?labelSelector=test%3Dpages&limit=2`;
      const first = await client.get(path);
      await client.delete(`${configMaps}/p3`);
      await client.post(configMaps, configMap('p6', { test: 'pages' }));
      const second = await client.get(`${path}&continue=${at(first.body, 'metadata.continue')}`);
      const third = await client.get(`${path}&continue=${at(second.body, 'metadata.continue')}`);
      expect([first, second, third].map(names)).toEqual([['p1', 'p2'], ['p3', 'p4'], ['p5']]);
      expect(at(third.body, 'metadata.continue') ?? '').toBe('');
      const versions = [first, second, third].map(({ body }) => at(body, 'metadata.resourceVersion'));
      expect(new Set(versions).size).toBe(1);
    });

    test('refuses a broken continue token', async () => {
      const { client, configMaps } = world();
      expect((await client.get(`${configMaps}?limit=1&continue=broken`)).status).toBe(400);
    });
  });

  describe('table', () => {
    const accept = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };

    test('has the printer columns of a custom resource', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('shown', { spec: { size: 42, colour: 'blue' } }));
      await client.patch(`${widgets}/shown/status`, { status: { conditions: [{ type: 'Ready', status: 'True' }] } });
      const { body } = await client.get(`${widgets}?fieldSelector=metadata.name%3Dshown`, accept);
      expect(body.kind).toBe('Table');
      const columns = body.columnDefinitions as { name: string; priority: number }[];
      expect(columns.map(({ name, priority }) => `${name}:${priority}`)).toEqual([
        'Name:0',
        'Size:0',
        'Ready:0',
        'Colour:1',
        'Age:0',
      ]);
      expect((at(body, 'rows.0.cells') as unknown[]).slice(0, 4)).toEqual(['shown', 42, 'True', 'blue']);
      expect(at(body, 'rows.0.object.kind')).toBe('PartialObjectMetadata');
    });

    test('has the usual columns for pods', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('row'));
      const { body } = await client.get(`${pods}/row`, accept);
      const columns = body.columnDefinitions as { name: string; priority: number }[];
      const shown = columns.filter(({ priority }) => priority === 0).map(({ name }) => name);
      expect(shown).toEqual(['Name', 'Ready', 'Status', 'Restarts', 'Age']);
      expect((at(body, 'rows.0.cells') as unknown[]).slice(0, 3)).toEqual(['row', '0/1', 'Pending']);
    });
  });
}
