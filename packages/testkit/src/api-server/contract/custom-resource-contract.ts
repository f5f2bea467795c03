// Custom resources: discovery, pruning, defaults, validation.
import { describe, expect, test } from 'vitest';
import { at } from './contract-client.ts';
import { GROUP, type World, widget } from './contract-world.ts';

export function customResourceContract(world: () => World): void {
  describe('custom resource', () => {
    test('is discovered', async () => {
      const { client } = world();
      const groups = (await client.get('/apis')).body.groups as { name: string }[];
      expect(groups.map(({ name }) => name)).toContain(GROUP);
      const resources = (await client.get(`/apis/${GROUP}/v1`)).body.resources as { name: string }[];
      expect(resources.map(({ name }) => name).sort()).toEqual(['widgets', 'widgets/status']);
      expect(resources.find(({ name }) => name === 'widgets')).toMatchObject({
        kind: 'Widget',
        namespaced: true,
        singularName: 'widget',
        shortNames: ['wd'],
      });
    });

    test('loses unknown fields, except where they are kept', async () => {
      const { client, widgets } = world();
      const spec = { size: 1, unknown: true, extra: { anything: { goes: 1 } } };
      const { body } = await client.post(widgets, widget('pruned', { spec, alsoUnknown: 1 }));
      expect(body.spec).toEqual({ size: 1, colour: 'red', extra: { anything: { goes: 1 } } });
      expect(body.alsoUnknown).toBeUndefined();
    });

    test('gets defaults where the parent exists', async () => {
      const { client, widgets } = world();
      const plain = await client.post(widgets, widget('defaulted'));
      expect(plain.body.spec).toEqual({ size: 1, colour: 'red' });
      const nested = await client.post(widgets, widget('defaulted-deep', { spec: { size: 1, options: {} } }));
      expect(at(nested.body, 'spec.options')).toEqual({ deep: true });
    });

    test.each([
      ['a missing field', {}, 'spec.size'],
      ['a wrong type', { size: 'big' }, 'spec.size'],
      ['a fraction for an integer', { size: 1.5 }, 'spec.size'],
      ['too small a number', { size: -1 }, 'spec.size'],
      ['too big a number', { size: 101 }, 'spec.size'],
      ['a value outside the enum', { size: 1, colour: 'green' }, 'spec.colour'],
      ['a text against the pattern', { size: 1, code: 'A1' }, 'spec.code'],
      ['a wrong item', { size: 1, tags: ['a', 2] }, 'spec.tags[1]'],
      ['a null', { size: null }, 'spec.size'],
    ])('is refused with %s', async (_what, spec, field) => {
      const { client, widgets } = world();
      const { status, body } = await client.post(widgets, widget('refused', { spec }));
      expect([status, body.reason]).toEqual([422, 'Invalid']);
      const causes = at(body, 'details.causes') as { field: string }[];
      expect(causes.map((cause) => cause.field)).toContain(field);
    });

    test('is validated on every way in', async () => {
      const { client, widgets } = world();
      await client.post(widgets, widget('guarded-spec'));
      expect((await client.patch(`${widgets}/guarded-spec`, { spec: { size: -1 } })).status).toBe(422);
      expect((await client.patch(`${widgets}/guarded-spec/status`, { status: { phase: 1 } })).status).toBe(422);
    });

    test('keeps what a rule calls immutable', async () => {
      const { client, widgets } = world();
      const path = `${widgets}/immutable`;
      await client.post(widgets, widget('immutable', { spec: { size: 1, fixed: 'a' } }));
      const { status, body } = await client.patch(path, { spec: { fixed: 'b' } });
      expect([status, body.reason]).toEqual([422, 'Invalid']);
      expect(at(body, 'details.causes.0')).toMatchObject({ reason: 'FieldValueInvalid', field: 'spec.fixed' });
      expect(at(body, 'details.causes.0.message')).toContain('is immutable');
      expect((await client.patch(path, { spec: { size: 2 } })).status).toBe(200);
      // The rule compares with what was there before; without that there is nothing to compare with.
      expect((await client.patch(path, { spec: { fixed: null } })).status).toBe(200);
      expect((await client.patch(path, { spec: { fixed: 'c' } })).status).toBe(200);
    });
  });
}
