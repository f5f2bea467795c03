// Whatever the order in which the watch, our own answers and relists reach the store, it ends equal to the server, never
// shows a deleted object again after its deletion was seen, and its indexes equal its contents.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Store } from './store.ts';

interface Thing {
  metadata: { name: string; uid: string; resourceVersion: string };
  colour: string;
}

type Step =
  | { kind: 'write'; name: number; colour: number; observe: boolean }
  | { kind: 'remove'; name: number }
  | { kind: 'deliver' }
  | { kind: 'answer'; pick: number }
  | { kind: 'relist' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      name: fc.nat(3),
      colour: fc.nat(2),
      observe: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('relist' as const) }) },
);

test('the store ends equal to the server', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = new Store<Thing>();
      store.addIndex('colour', (thing) => [thing.colour]);
      const server = new Map<string, Thing>();
      const stream: { type: 'put' | 'delete'; object: Thing }[] = [];
      const answers: Thing[] = [];
      const seenDeleted = new Set<string>();
      let version = 95;
      let uid = 0;

      function deliver(): void {
        const event = stream.shift();
        // As the reflector does it: what is confirmed is not read.
        if (event?.type === 'put' && !store.confirm(event.object.metadata.resourceVersion))
          store.applyEvent(event.object);
        if (event?.type === 'delete') {
          store.applyDeletion(event.object);
          seenDeleted.add(event.object.metadata.uid);
        }
      }

      for (const at of steps) {
        if (at.kind === 'write') {
          const name = `n${at.name}`;
          const known = server.get(name)?.metadata.uid ?? `u${uid++}`;
          const object = {
            metadata: { name, uid: known, resourceVersion: String(++version) },
            colour: `c${at.colour}`,
          };
          server.set(name, object);
          stream.push({ type: 'put', object });
          answers.push(object);
          if (at.observe) store.observe(object);
        } else if (at.kind === 'remove') {
          const known = server.get(`n${at.name}`);
          if (known === undefined) continue;
          server.delete(known.metadata.name);
          const metadata = { ...known.metadata, resourceVersion: String(++version) };
          stream.push({ type: 'delete', object: { ...known, metadata } });
        } else if (at.kind === 'deliver') {
          deliver();
        } else if (at.kind === 'answer') {
          const late = answers[at.pick % Math.max(1, answers.length)];
          if (late !== undefined) store.observe(late);
        } else {
          for (const { type, object } of stream) if (type === 'delete') seenDeleted.add(object.metadata.uid);
          stream.length = 0;
          store.replaceAll(new Map(server), String(version));
        }
        for (const thing of store.values()) expect(seenDeleted.has(thing.metadata.uid)).toBe(false);
      }
      while (stream.length > 0) deliver();
      expect(new Map([...store.keys()].map((key) => [key, store.get(key)]))).toEqual(server);
      for (const colour of ['c0', 'c1', 'c2']) {
        const expected = [...server.values()].filter((thing) => thing.colour === colour);
        expect(new Set(store.by('colour', colour))).toEqual(new Set(expected));
      }
    }),
    { numRuns: 1000 },
  );
});
