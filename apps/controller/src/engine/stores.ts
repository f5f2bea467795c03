// One reflector per watched kind, their stores by kind name.

import { type KubeClient, Reflector, type Store } from '@kube-ovn/kube';
import type { KindName, ObjectsByKind } from '../kinds/objects.ts';
import { KIND_NAMES, WATCHED } from '../kinds/registry.ts';

export type ObjectStores = { readonly [K in KindName]: Store<ObjectsByKind[K]> };

export interface Reflectors {
  readonly stores: ObjectStores;
  /** Resolves when every kind has been listed. */
  synced(signal: AbortSignal): Promise<void>;
  readonly healthy: boolean;
  /** What the stores of these kinds hold is what the API server has now, but for the way of an event. */
  areCurrent(kinds: readonly KindName[]): boolean;
  /** Called when a list or watch has begun, failed, or is open again. */
  onState(listener: () => void): void;
  stop(): Promise<void>;
}

interface ReflectorsOptions {
  readonly onError: (kind: string, error: unknown) => void;
  readonly minBackoffMs?: number;
}

export function startReflectors(client: KubeClient, { onError, minBackoffMs }: ReflectorsOptions): Reflectors {
  const listeners: (() => void)[] = [];
  const onState = () => {
    for (const listener of listeners) listener();
  };
  const reflectors = KIND_NAMES.map((kind) => {
    const { ref, trim } = WATCHED[kind];
    const reflector = new Reflector({
      client,
      ref,
      trim,
      minBackoffMs,
      onState,
      onError: (error: unknown) => onError(kind, error),
    });
    return [kind, reflector] as const;
  });
  for (const [, reflector] of reflectors) reflector.start();
  return {
    stores: Object.fromEntries(
      reflectors.map(([kind, reflector]) => [kind, reflector.store]),
    ) as unknown as ObjectStores,
    async synced(signal) {
      await Promise.all(reflectors.map(([, reflector]) => reflector.synced(signal)));
    },
    get healthy() {
      return reflectors.every(([, reflector]) => reflector.healthy);
    },
    onState: (listener) => void listeners.push(listener),
    areCurrent: (kinds) => reflectors.every(([kind, reflector]) => reflector.healthy || !kinds.includes(kind)),
    async stop() {
      await Promise.all(reflectors.map(([, reflector]) => reflector.stop()));
    },
  };
}
