import { describe, expect, test } from 'vitest';
import { Store, type StoreChange } from './store.ts';

interface Thing {
  metadata: { name: string; namespace?: string; uid?: string; resourceVersion?: string };
  node?: string;
}

function thing(name: string, resourceVersion: number | string, uid = `${name}-1`, node?: string): Thing {
  return { metadata: { name, namespace: 'ns', uid, resourceVersion: String(resourceVersion) }, node };
}

function storeOf(...things: readonly Thing[]): { store: Store<Thing>; changes: StoreChange<Thing>[] } {
  const store = new Store<Thing>();
  const changes: StoreChange<Thing>[] = [];
  store.replaceAll(new Map(things.map((object) => [`ns/${object.metadata.name}`, object])), '100');
  store.onChange((change) => changes.push(change));
  return { store, changes };
}

describe('observe', () => {
  test('puts a created object into the store before the watch knows it', () => {
    const { store, changes } = storeOf();
    expect(store.observe(thing('a', 101))).toBe(true);
    expect(store.has('ns/a')).toBe(true);
    expect(store.applyEvent(thing('a', 101))).toBe(false);
    expect(changes.map((change) => change.source)).toEqual(['write']);
  });

  test('its event is known by its version alone, once', () => {
    const { store } = storeOf();
    store.observe(thing('a', 101));
    store.observe(thing('a', 103));
    expect([101, 101, 102, 103, 103].map((version) => store.confirm(String(version)))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(store.seenVersion).toBe('103');
    store.observe(thing('a', 105));
    store.applyDeletion(thing('a', 106));
    expect(store.confirm('105')).toBe(false);
  });

  test('an answer older than the stored object is ignored', () => {
    const { store } = storeOf(thing('a', 90));
    store.observe(thing('a', 105, 'a-1', 'new'));
    expect(store.observe(thing('a', 103, 'a-1', 'old'))).toBe(false);
    expect(store.applyEvent(thing('a', 103, 'a-1', 'old'))).toBe(false);
    expect(store.get('ns/a')?.node).toBe('new');
  });

  test('an answer that arrives after the deletion was seen does not bring the object back', () => {
    const { store } = storeOf(thing('a', 90));
    store.applyDeletion(thing('a', 102));
    expect(store.observe(thing('a', 101))).toBe(false);
    expect(store.has('ns/a')).toBe(false);
  });

  test('numbers are compared, not texts', () => {
    const { store } = storeOf();
    store.observe(thing('a', 999));
    expect(store.observe(thing('a', 1000))).toBe(true);
    expect(store.observe(thing('a', '99999999999999999999999'))).toBe(true);
    expect(store.observe(thing('a', '99999999999999999999998'))).toBe(false);
  });

  test('versions that are no numbers count in order of arrival', () => {
    const store = new Store<Thing>();
    store.observe(thing('a', 'x'));
    expect(store.observe(thing('a', 'b'))).toBe(true);
    expect(store.observe(thing('a', 'b'))).toBe(false);
  });

  test('the deletion of the object before does not remove the one we have just created under its name', () => {
    const { store } = storeOf(thing('a', 90, 'old'));
    store.observe(thing('a', 103, 'new'));
    expect(store.applyDeletion(thing('a', 102, 'old'))).toBe(false);
    expect(store.get('ns/a')?.metadata.uid).toBe('new');
  });
});

describe('replaceAll', () => {
  test('tells additions, changes and deletions, all of them after all are done', () => {
    const { store } = storeOf(thing('keep', 1), thing('change', 2), thing('gone', 3));
    const seen: [string, boolean, boolean, number][] = [];
    store.onChange(({ key, before, after }) => seen.push([key, !!before, !!after, store.size]));
    const listed = [thing('keep', 1), thing('change', 150), thing('new', 151)];
    store.replaceAll(new Map(listed.map((object) => [`ns/${object.metadata.name}`, object])), '160');
    expect(seen.sort()).toEqual([
      ['ns/change', true, true, 3],
      ['ns/gone', true, false, 3],
      ['ns/new', false, true, 3],
    ]);
  });

  test('keeps what we wrote while the list was under way', () => {
    const { store, changes } = storeOf();
    store.observe(thing('mine', 205));
    store.replaceAll(new Map(), '200');
    expect(store.has('ns/mine')).toBe(true);
    store.replaceAll(new Map(), '206');
    expect(store.has('ns/mine')).toBe(false);
    expect(changes.map((change) => change.source)).toEqual(['write', 'list']);
  });

  test('takes older versions too: the cluster may have been restored from a backup', () => {
    const { store } = storeOf(thing('a', 90, 'a-1', 'new'));
    store.replaceAll(new Map([['ns/a', thing('a', 20, 'a-1', 'old')]]), '30');
    expect(store.get('ns/a')?.node).toBe('old');
    expect(store.applyEvent(thing('a', 31, 'a-1', 'newer'))).toBe(true);
  });
});

describe('indexes', () => {
  test('follow changes; reads of an unchanged bucket are the same array', () => {
    const { store } = storeOf(thing('a', 1, 'a', 'n1'), thing('b', 2, 'b', 'n1'));
    store.addIndex('node', (object) => (object.node ? [object.node] : []));
    const first = store.by('node', 'n1');
    expect(first.map((object) => object.metadata.name)).toEqual(['a', 'b']);
    expect(store.by('node', 'n1')).toBe(first);
    store.applyEvent(thing('a', 101, 'a', 'n2'));
    expect(store.by('node', 'n1').map((object) => object.metadata.name)).toEqual(['b']);
    expect(store.by('node', 'n2').map((object) => object.metadata.name)).toEqual(['a']);
    store.applyDeletion(thing('b', 102, 'b', 'n1'));
    expect(store.by('node', 'n1')).toEqual([]);
    expect(first).toHaveLength(2);
  });

  test('an index that was never added is a bug, not an empty answer', () => {
    expect(() => storeOf().store.by('nope', 'x')).toThrow('no index "nope"');
  });
});

test('a listener that leaves hears nothing more', () => {
  const { store } = storeOf();
  const heard: string[] = [];
  const leave = store.onChange(({ key }) => heard.push(key));
  store.observe(thing('a', 101));
  leave();
  store.observe(thing('b', 102));
  expect(heard).toEqual(['ns/a']);
});
