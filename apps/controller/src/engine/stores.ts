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
  stop(): Promise<void>;
}

export function startReflectors(client: KubeClient, onError: (kind: string, error: unknown) => void): Reflectors {
  const reflectors = KIND_NAMES.map((kind) => {
    const { ref, trim } = WATCHED[kind];
    const reflector = new Reflector({ client, ref, trim, onError: (error: unknown) => onError(kind, error) });
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
    async stop() {
      await Promise.all(reflectors.map(([, reflector]) => reflector.stop()));
    },
  };
}
