import { describe, expect, test } from 'vitest';
import type { KubeObject } from './object.ts';
import { Reflector } from './reflector.ts';
import { PODS } from './testing/fake-collection.ts';
import { type Fixture, reflectorFixture } from './testing/reflector-fixture.ts';
import { until } from './testing/until.ts';

async function watching({ pods, reflector }: Fixture): Promise<void> {
  reflector.start();
  await reflector.synced();
  await until(() => pods.watches.size === 1, 'a watch is open');
}

describe('list and watch', () => {
  test('lists in pages, then follows additions, changes and deletions', async () => {
    const it = await reflectorFixture({ pageSize: 10 });
    const { pods, reflector, changes } = it;
    for (let n = 0; n < 25; n++) pods.put(`p${n}`);
    await watching(it);
    expect(reflector.store.size).toBe(25);
    expect(pods.lists().map((request) => request.query.get('limit'))).toEqual(['10', '10', '10']);
    pods.put('new');
    pods.put('p1', { spec: { nodeName: 'n1' } });
    pods.remove('p2');
    await until(() => !reflector.store.has('default/p2'));
    expect(reflector.store.has('default/new')).toBe(true);
    expect(reflector.store.get('default/p1')?.spec).toEqual({ nodeName: 'n1' });
    expect(changes.slice(25).map(({ source, before, after }) => [source, !before, !after])).toEqual([
      ['watch', true, false],
      ['watch', false, false],
      ['watch', false, true],
    ]);
  });

  test('asks for bookmarks and for an end before it would take the silence for death', async () => {
    const it = await reflectorFixture({ labelSelector: 'a=b', fieldSelector: 'spec.nodeName=n 1', namespace: 'x' });
    await watching(it);
    const [watch] = it.pods.watchRequests();
    expect(watch?.path).toBe('/api/v1/namespaces/x/pods');
    expect(watch?.query.get('allowWatchBookmarks')).toBe('true');
    expect(watch?.query.get('resourceVersion')).toBe('100');
    expect(watch?.query.get('labelSelector')).toBe('a=b');
    expect(watch?.query.get('fieldSelector')).toBe('spec.nodeName=n 1');
    expect(Number(watch?.query.get('timeoutSeconds'))).toBeLessThanOrEqual(24);
    expect(Number(watch?.query.get('timeoutSeconds'))).toBeGreaterThanOrEqual(18);
  });

  test('items of lists get the kind and apiVersion that events have', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    await watching(it);
    expect(it.reflector.store.get('default/a')).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
  });

  test('the event of our own write is not even read', async () => {
    const it = await reflectorFixture();
    let read = 0;
    const parse = it.client.parse;
    (it.client as { parse: typeof parse }).parse = (text) => {
      if (text.startsWith('{"type"')) read++;
      return parse(text);
    };
    await watching(it);
    const { metadata } = it.pods.put('other');
    await until(() => it.reflector.store.size === 1);
    // The answer comes before the event, as the store is told here before the server tells the watch.
    const next = String(Number(metadata.resourceVersion) + 1);
    it.reflector.store.observe({ metadata: { ...metadata, name: 'mine', uid: 'mine', resourceVersion: next } });
    it.pods.put('mine');
    it.pods.put('last', { resourceVersion: '1' });
    await until(() => it.reflector.store.has('default/last'));
    expect(read).toBe(2);
    expect(it.changes.map(({ key, source }) => [key, source])).toEqual([
      ['default/other', 'watch'],
      ['default/mine', 'write'],
      ['default/last', 'watch'],
    ]);
  });

  test('keeps only what trim keeps; managedFields go by default', async () => {
    const plain = await reflectorFixture();
    plain.pods.put('a', { spec: { big: 1 } });
    (plain.pods.put('b').metadata as { managedFields?: unknown }).managedFields = [1];
    await watching(plain);
    expect(plain.reflector.store.get('default/b')?.metadata).not.toHaveProperty('managedFields');
    const trim = ({ metadata }: KubeObject): KubeObject => ({ metadata });
    const trimmed = await reflectorFixture({ trim });
    trimmed.pods.put('a', { spec: { big: 1 } });
    await watching(trimmed);
    trimmed.pods.put('b', { spec: { big: 1 } });
    await until(() => trimmed.reflector.store.size === 2);
    for (const object of trimmed.reflector.store.values()) expect(Object.keys(object)).toEqual(['metadata']);
  });

  test('a bookmark moves the resume point', async () => {
    const it = await reflectorFixture();
    await watching(it);
    it.pods.bookmark();
    await until(() => it.reflector.store.seenVersion === '101');
    it.pods.endWatches();
    await until(() => it.pods.watchRequests().length === 2);
    expect(it.pods.watchRequests()[1]?.query.get('resourceVersion')).toBe('101');
    expect(it.pods.lists()).toHaveLength(1);
  });

  test('delete and create seen as one MODIFIED is one change with two uids', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    await watching(it);
    it.pods.recreateAsOneEvent('a');
    await until(() => it.changes.length === 2);
    const change = it.changes[1];
    expect(change?.before?.metadata.uid).toBe('uid-1');
    expect(change?.after?.metadata.uid).toBe('uid-2');
  });

  test('delete and create while disconnected is also one change with two uids', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    await watching(it);
    it.pods.watches.clear();
    it.pods.remove('a');
    it.pods.put('a');
    it.pods.compact();
    for (const socket of it.pods.server.sockets) socket.resetAndDestroy();
    await until(() => it.changes.length === 2);
    expect(it.changes[1]).toMatchObject({ source: 'list', before: { metadata: { uid: 'uid-1' } } });
    expect(it.changes[1]?.after?.metadata.uid).toBe('uid-2');
  });
});

describe('write-through', () => {
  test('an observed write is in the store at once and its watch event is no event', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    await watching(it);
    const held = [...it.pods.watches];
    it.pods.watches.clear();
    const written = it.pods.put('a', { spec: { mine: true } });
    expect(it.reflector.store.observe(written)).toBe(true);
    expect(it.changes.at(-1)).toMatchObject({ source: 'write', after: { spec: { mine: true } } });
    for (const watch of held) it.pods.watches.add(watch);
    it.pods.broadcast(`${JSON.stringify({ type: 'MODIFIED', object: written })}\n`);
    it.pods.put('later');
    await until(() => it.reflector.store.has('default/later'));
    expect(it.changes.map((change) => change.source)).toEqual(['list', 'write', 'watch']);
  });
});

describe('lifecycle', () => {
  test('synced() rejects when its signal aborts and leaves no listener behind', async () => {
    const { reflector } = await reflectorFixture();
    const abort = new AbortController();
    const waiting = reflector.synced(abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(reflector.synced(abort.signal)).rejects.toThrow('enough');
  });

  test('stop ends list, watch and waits; a reflector that never started stops too', async () => {
    const it = await reflectorFixture();
    await watching(it);
    expect(it.reflector.healthy).toBe(true);
    await it.reflector.stop();
    expect(it.reflector.healthy).toBe(false);
    await until(() => it.pods.watches.size === 0);
    const states: string[] = [];
    const onState = (state: string): number => states.push(state);
    const stalled = new Reflector({ client: it.client, ref: PODS, onState });
    it.pods.faults.list.push(() => {});
    stalled.start();
    await until(() => it.pods.lists().length === 2);
    await stalled.stop();
    expect(states).toEqual(['listing', 'stopped']);
    await new Reflector({ client: it.client, ref: PODS }).stop();
  });
});
