import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KubeClient } from './client.ts';
import type { KubeObject } from './object.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';
import type { StoreChange } from './store.ts';
import { FakeCollection, PODS } from './testing/fake-collection.ts';
import { until } from './testing/until.ts';

let pods: FakeCollection;
let client: KubeClient;
let reflector: Reflector;
let changes: StoreChange<KubeObject>[];
let errors: Error[];

beforeEach(async () => {
  pods = await FakeCollection.start();
  client = new KubeClient(pods.server.config);
  changes = [];
  errors = [];
});

afterEach(async () => {
  await reflector.stop();
  client.close();
  await pods.close();
});

async function synced(options: Partial<ReflectorOptions<KubeObject>> = {}): Promise<void> {
  reflector = new Reflector({
    client,
    ref: PODS,
    minBackoffMs: 2,
    maxBackoffMs: 20,
    onError: (error) => errors.push(error),
    ...options,
  });
  reflector.store.onChange((change) => changes.push(change));
  reflector.start();
  await reflector.synced();
  await until(() => pods.watches.size === 1, 'a watch is open');
}

function names(): string[] {
  return [...reflector.store.keys()].map((key) => key.split('/')[1] as string).sort();
}

describe('list and watch', () => {
  test('lists in pages, then follows additions, changes and deletions', async () => {
    for (let n = 0; n < 25; n++) pods.put(`p${n}`);
    await synced({ pageSize: 10 });
    expect(reflector.store.size).toBe(25);
    expect(pods.lists().map((request) => request.query.get('limit'))).toEqual(['10', '10', '10']);
    expect(reflector.store.get('default/p3')?.kind).toBe('Pod');
    pods.put('new');
    pods.put('p1', { spec: { nodeName: 'n1' } });
    pods.remove('p2');
    await until(() => !reflector.store.has('default/p2'));
    expect(reflector.store.has('default/new')).toBe(true);
    expect(reflector.store.get('default/p1')?.spec).toEqual({ nodeName: 'n1' });
    expect(changes.slice(25).map((change) => change.source)).toEqual(['watch', 'watch', 'watch']);
    const [watch] = pods.watchRequests();
    expect(watch?.query.get('allowWatchBookmarks')).toBe('true');
    expect(Number(watch?.query.get('timeoutSeconds'))).toBeLessThan(30);
  });

  test('R2: a reset watch resumes from the last resourceVersion without a list', async () => {
    pods.put('a');
    await synced();
    pods.resetWatches();
    pods.put('b');
    await until(() => reflector.store.has('default/b'));
    expect(pods.lists()).toHaveLength(1);
    expect(names()).toEqual(['a', 'b']);
  });

  test('R1: a silent watch is noticed, the deletion it hid is found', async () => {
    pods.put('a');
    pods.put('b');
    await synced({ silenceMs: 50 });
    const [deaf] = [...pods.watches];
    pods.watches.delete(deaf!);
    pods.remove('a');
    await until(() => !reflector.store.has('default/a'));
    expect(names()).toEqual(['b']);
  });
});
