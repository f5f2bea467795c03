// What a resourceVersion means in lists and watches, and the marks that a watch sends of its own accord.
import { describe, expect, test } from 'vitest';
import { at, names } from './contract-client.ts';
import { configMap, type World } from './contract-world.ts';

export function revisionContract(world: () => World): void {
  describe('revision', () => {
    test('of a list is where a watch goes on without a gap', async () => {
      const { client, configMaps } = world();
      await client.post(configMaps, configMap('gap-1', { test: 'gap' }));
      const path = `${configMaps}?labelSelector=test%3Dgap`;
      const list = await client.get(path);
      expect(names(list)).toEqual(['gap-1']);
      await client.post(configMaps, configMap('gap-2', { test: 'gap' }));
      const watch = await client.watch(`${path}&resourceVersion=${at(list.body, 'metadata.resourceVersion')}`);
      expect(await watch.take(1)).toEqual(['ADDED gap-2']);
    });

    test('of a list is not older than the answer to the last write', async () => {
      const { client, configMaps } = world();
      for (const number of [1, 2, 3]) {
        const made = await client.post(configMaps, configMap(`fresh-${number}`, { test: 'fresh' }));
        const list = await client.get(`${configMaps}?labelSelector=test%3Dfresh`);
        expect(names(list)).toContain(`fresh-${number}`);
        const revision = (body: typeof list.body) => Number(at(body, 'metadata.resourceVersion'));
        expect(revision(list.body)).toBeGreaterThanOrEqual(revision(made.body));
      }
    });

    test('asks for a state that is not older, or for exactly one', async () => {
      const { client, configMaps } = world();
      const made = await client.post(configMaps, configMap('exact-1', { test: 'exact' }));
      const version = at(made.body, 'metadata.resourceVersion');
      await client.post(configMaps, configMap('exact-2', { test: 'exact' }));
      const path = `${configMaps}?labelSelector=test%3Dexact&resourceVersion=${version}`;
      const exact = await client.get(`${path}&resourceVersionMatch=Exact`);
      expect([names(exact), at(exact.body, 'metadata.resourceVersion')]).toEqual([['exact-1'], version]);
      expect(names(await client.get(`${path}&resourceVersionMatch=NotOlderThan`))).toContain('exact-1');
    });

    test.each([
      ['a match without a version', 'resourceVersionMatch=Exact'],
      ['exactly version 0', 'resourceVersionMatch=Exact&resourceVersion=0'],
      ['an unknown match', 'resourceVersionMatch=Sometimes&resourceVersion=1'],
      ['initial events in a list', 'sendInitialEvents=true'],
    ])('is refused with %s', async (_what, query) => {
      const { client, configMaps } = world();
      expect((await client.get(`${configMaps}?${query}`)).status).toBe(422);
    });

    test('that is no number is refused', async () => {
      const { client, configMaps } = world();
      expect((await client.get(`${configMaps}?resourceVersion=new`)).status).toBe(400);
    });

    test('is in a bookmark at the latest when the watch is about to end', async () => {
      const { client, configMaps } = world();
      const path = `${configMaps}?labelSelector=test%3Dbookmark`;
      const list = await client.get(path);
      const since = `resourceVersion=${at(list.body, 'metadata.resourceVersion')}`;
      const watch = await client.watch(`${path}&${since}&allowWatchBookmarks=true&timeoutSeconds=4`);
      const made = await client.post(configMaps, configMap('unselected-but-seen'));
      let last: Awaited<ReturnType<typeof watch.next>>;
      for (let event = await watch.next(); event; event = await watch.next()) last = event;
      expect([last?.type, at(last, 'object.kind')]).toEqual(['BOOKMARK', 'ConfigMap']);
      const marked = Number(at(last, 'object.metadata.resourceVersion'));
      expect(marked).toBeGreaterThanOrEqual(Number(at(made.body, 'metadata.resourceVersion')));
    });

    test('marks the end of initial events, after which changes follow', async () => {
      const { client, configMaps } = world();
      await client.post(configMaps, configMap('streaming-1', { test: 'streaming' }));
      const list = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      const watch = await client.watch(`${configMaps}?labelSelector=test%3Dstreaming&${list}`);
      expect(await watch.take(1)).toEqual(['ADDED streaming-1']);
      const mark = await watch.next();
      expect(mark?.type).toBe('BOOKMARK');
      const made = await client.post(configMaps, configMap('streaming-2', { test: 'streaming' }));
      expect(await watch.take(1)).toEqual(['ADDED streaming-2']);
      const marked = Number(at(mark, 'object.metadata.resourceVersion'));
      expect(marked).toBeLessThan(Number(at(made.body, 'metadata.resourceVersion')));
    });

    test.each([
      ['initial events without a match', 'sendInitialEvents=true'],
      ['a match without initial events', 'resourceVersionMatch=NotOlderThan&resourceVersion=1'],
      ['initial events that are matched exactly', 'sendInitialEvents=true&resourceVersionMatch=Exact'],
    ])('a watch is refused with %s', async (_what, query) => {
      const { client, configMaps } = world();
      const watch = await client.watch(`${configMaps}?${query}`);
      expect(watch.status).toBe(422);
    });

    test('a page says how many are left, if nothing is selected', async () => {
      const { client, configMaps } = world();
      for (const name of ['rest-1', 'rest-2', 'rest-3']) await client.post(configMaps, configMap(name));
      const all = (await client.get(configMaps)).body.items as unknown[];
      const page = await client.get(`${configMaps}?limit=2`);
      expect(at(page.body, 'metadata.remainingItemCount')).toBe(all.length - 2);
      const selected = await client.get(`${configMaps}?limit=1&labelSelector=${encodeURIComponent('!test')}`);
      expect(at(selected.body, 'metadata.remainingItemCount')).toBeUndefined();
    });
  });
}
