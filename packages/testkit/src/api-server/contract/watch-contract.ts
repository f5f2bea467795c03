// Watches: the past, the present, selections, bookmarks.
import { describe, expect, test } from 'vitest';
import { at } from './contract-client.ts';
import { configMap, type World } from './contract-world.ts';

export function watchContract(world: () => World): void {
  const selected = (test: string) => `labelSelector=test%3D${test}`;

  async function revision({ client, configMaps }: World): Promise<string> {
    return String(at((await client.get(configMaps)).body, 'metadata.resourceVersion'));
  }

  describe('watch', () => {
    test('from a resourceVersion shows every change after it, in order', async () => {
      const { client, configMaps } = world();
      const since = await revision(world());
      await client.post(configMaps, configMap('past', { test: 'resume' }));
      const watch = await client.watch(`${configMaps}?${selected('resume')}&resourceVersion=${since}`);
      await client.patch(`${configMaps}/past`, { data: { key: 'new' } });
      await client.delete(`${configMaps}/past`);
      expect(await watch.take(3)).toEqual(['ADDED past', 'MODIFIED past', 'DELETED past']);
    });

    test.each(['', '&resourceVersion=0'])('starts with the present state (%s)', async (version) => {
      const { client, configMaps } = world();
      const test = `initial${version.length}`;
      await client.post(configMaps, configMap(`${test}-a`, { test }));
      await client.post(configMaps, configMap(`${test}-b`, { test }));
      const watch = await client.watch(`${configMaps}?${selected(test)}${version}`);
      expect((await watch.take(2)).sort()).toEqual([`ADDED ${test}-a`, `ADDED ${test}-b`]);
      await client.post(configMaps, configMap(`${test}-c`, { test }));
      expect(await watch.take(1)).toEqual([`ADDED ${test}-c`]);
    });

    test('resourceVersions grow, that of a deletion included', async () => {
      const { client, configMaps } = world();
      const watch = await client.watch(`${configMaps}?${selected('grow')}&resourceVersion=${await revision(world())}`);
      await client.post(configMaps, configMap('grow', { test: 'grow' }));
      await client.patch(`${configMaps}/grow`, { data: { key: 'new' } });
      await client.delete(`${configMaps}/grow`);
      const versions: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        versions.push(Number(at(await watch.next(), 'object.metadata.resourceVersion')));
      }
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
      expect(new Set(versions).size).toBe(3);
    });

    test('an object that leaves the selection is deleted, one that enters is added', async () => {
      const { client, configMaps } = world();
      const watch = await client.watch(`${configMaps}?${selected('in')}&resourceVersion=${await revision(world())}`);
      await client.post(configMaps, configMap('moving', { test: 'out' }));
      await client.patch(`${configMaps}/moving`, { metadata: { labels: { test: 'in' } } });
      await client.patch(`${configMaps}/moving`, { data: { key: 'new' } });
      await client.patch(`${configMaps}/moving`, { metadata: { labels: { test: 'out' } } });
      expect(await watch.take(2)).toEqual(['ADDED moving', 'MODIFIED moving']);
      const left = await watch.next();
      // The last state that was selected, under the revision of the change.
      expect([left?.type, at(left, 'object.metadata.labels.test')]).toEqual(['DELETED', 'in']);
      const now = await client.get(`${configMaps}/moving`);
      expect(at(left, 'object.metadata.resourceVersion')).toBe(at(now.body, 'metadata.resourceVersion'));
    });

    test('can be of one object', async () => {
      const { client, configMaps } = world();
      const field = 'fieldSelector=metadata.name%3Dsingle';
      const watch = await client.watch(`${configMaps}?${field}&resourceVersion=${await revision(world())}`);
      await client.post(configMaps, configMap('another'));
      await client.post(configMaps, configMap('single'));
      expect(await watch.take(1)).toEqual(['ADDED single']);
    });

    test('names the kind in every event', async () => {
      const { client, configMaps } = world();
      const watch = await client.watch(`${configMaps}?${selected('kind')}&resourceVersion=${await revision(world())}`);
      await client.post(configMaps, configMap('kind', { test: 'kind' }));
      expect((await watch.next())?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    });

    test('marks the end of the initial events when asked for them', async () => {
      const { client, configMaps } = world();
      await client.post(configMaps, configMap('streamed', { test: 'stream' }));
      const list = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      const watch = await client.watch(`${configMaps}?${selected('stream')}&${list}`);
      expect(await watch.take(1)).toEqual(['ADDED streamed']);
      const mark = await watch.next();
      expect(mark?.type).toBe('BOOKMARK');
      expect(at(mark, 'object.metadata.annotations')).toEqual({ 'k8s.io/initial-events-end': 'true' });
    });

    test('ends after timeoutSeconds', async () => {
      const { client, configMaps } = world();
      const watch = await client.watch(`${configMaps}?${selected('none')}&timeoutSeconds=1`);
      expect(await watch.next()).toBeUndefined();
    });

    test('from the too distant past fails with 410 in the stream', async () => {
      const { client, widgets } = world();
      // The resource is younger than this; a server that has just started may still know everything of older ones.
      const watch = await client.watch(`${widgets}?resourceVersion=1`);
      const event = await watch.next();
      expect([event?.type, at(event, 'object.code'), at(event, 'object.reason')]).toEqual(['ERROR', 410, 'Expired']);
    });
  });
}
