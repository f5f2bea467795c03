import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Clock } from '../clock.ts';
import type { Cluster } from '../cluster.ts';
import { decodeJson } from '../json/codec.ts';
import { type JsonObject, jsonAt } from '../json/json.ts';
import { BUILTIN_RESOURCES } from '../resources/builtin-resources.ts';
import { ServiceAddresses } from '../resources/service-addresses.ts';
import { Storage } from '../store/storage.ts';
import { createObject } from '../write/create.ts';
import { deleteObject } from '../write/delete.ts';
import { NameSuffixes } from '../write/generated-name.ts';
import { storeUpdate } from '../write/update.ts';
import { Lists } from './list.ts';
import { chooseRepresentation } from './representation.ts';
import { startWatch } from './watch-start.ts';

const WRITER = { userAgent: 'test' };

type Step =
  | { readonly act: 'put'; readonly name: string; readonly label: string; readonly data: string }
  | { readonly act: 'delete'; readonly name: string }
  | { readonly act: 'cut' };

const names = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('put' as const),
      name: names,
      label: fc.constantFrom('in', 'out'),
      data: fc.constantFrom('1', '2'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('delete' as const), name: names }) },
  { weight: 1, arbitrary: fc.constant({ act: 'cut' as const }) },
);

/** What a client knows that applies events blindly: the server must never send one that does not fit. */
class Mirror {
  readonly state = new Map<string, string>();
  revision: number;

  constructor(revision: number) {
    this.revision = revision;
  }

  apply(frame: Buffer): void {
    const event = decodeJson(frame.toString()) as JsonObject;
    const name = String(jsonAt(event, ['object', 'metadata', 'name']));
    const revision = Number(jsonAt(event, ['object', 'metadata', 'resourceVersion']));
    expect(revision).toBeGreaterThan(this.revision);
    expect(this.state.has(name)).toBe(event.type !== 'ADDED');
    this.revision = revision;
    if (event.type === 'DELETED') this.state.delete(name);
    else this.state.set(name, String(jsonAt(event, ['object', 'data', 'key'])));
  }
}

function emptyCluster(): Cluster {
  const storage = new Storage(1000);
  for (const definition of BUILTIN_RESOURCES) storage.install(definition);
  const cluster = {
    storage,
    clock: new Clock(),
    suffixes: new NameSuffixes(),
    serviceAddresses: new ServiceAddresses({}),
  };
  const namespaces = storage.collection('', 'v1', 'namespaces')!;
  createObject(cluster, namespaces, undefined, { metadata: { name: 'n' } }, WRITER);
  return cluster;
}

describe('watch', () => {
  test.each(['', 'sel=in', 'sel!=in'])(
    'with selector "%s" tells exactly what makes a mirror equal to the list',
    (labelSelector) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
          const cluster = emptyCluster();
          const collection = cluster.storage.collection('', 'v1', 'configmaps')!;
          const mirror = new Mirror(cluster.storage.revision);
          const shown = () =>
            chooseRepresentation(collection.definition, collection.prefixLength, '', undefined, Date.now);
          const open = () => {
            const request = { namespace: 'n', labelSelector, resourceVersion: String(mirror.revision) };
            const sink = { write: (frame: Buffer) => mirror.apply(frame), end: () => {} };
            return startWatch(cluster, collection, request, shown(), sink);
          };

          let watch: ReturnType<typeof open> | undefined = open();
          for (const next of steps) {
            const target = { collection, namespace: 'n', name: 'name' in next ? next.name : '' };
            const before = collection.get('n', target.name);
            if (next.act === 'put') {
              const object = { metadata: { name: next.name, labels: { sel: next.label } }, data: { key: next.data } };
              if (before) storeUpdate(cluster, target, undefined, before, object, WRITER);
              else createObject(cluster, collection, 'n', object, WRITER);
            } else if (next.act === 'delete') {
              if (before) deleteObject(cluster, target, {}, WRITER);
            } else if (watch) {
              watch.close();
              watch = undefined;
            } else watch = open();
          }
          if (!watch) open();

          const page = new Lists(cluster.storage).list(collection, { namespace: 'n', labelSelector });
          const listed = page.versions.map(({ object }) => [object.metadata.name, jsonAt(object, ['data', 'key'])]);
          expect([...mirror.state].sort()).toEqual(listed);
        }),
      );
    },
  );
});
