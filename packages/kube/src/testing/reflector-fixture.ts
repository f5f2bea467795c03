// A reflector on a FakeCollection, its changes and errors recorded; everything is closed after each test.

import { onTestFinished } from 'vitest';
import { KubeClient } from '../client.ts';
import type { KubeObject } from '../object.ts';
import { Reflector, type ReflectorOptions } from '../reflector.ts';
import type { StoreChange } from '../store.ts';
import { FakeCollection, PODS } from './fake-collection.ts';

export interface Fixture {
  readonly pods: FakeCollection;
  readonly client: KubeClient;
  readonly reflector: Reflector;
  readonly changes: StoreChange<KubeObject>[];
  readonly errors: Error[];
  readonly waits: number[];
}

/** Waits between rounds are recorded and skipped, unless `sleep` says otherwise. */
export async function reflectorFixture(options: Partial<ReflectorOptions<KubeObject>> = {}): Promise<Fixture> {
  const pods = await FakeCollection.start();
  const client = new KubeClient(pods.server.config, { timeoutMs: 5000 });
  const changes: StoreChange<KubeObject>[] = [];
  const errors: Error[] = [];
  const waits: number[] = [];
  const reflector = new Reflector({
    client,
    ref: PODS,
    onError: (error) => errors.push(error),
    sleep: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => setImmediate(resolve));
    },
    ...options,
  });
  reflector.store.onChange((change) => changes.push(change));
  onTestFinished(async () => {
    await reflector.stop();
    client.close();
    await pods.close();
  });
  return { pods, client, reflector, changes, errors, waits };
}
