// Who owns whom, kept up to date commit by commit, so that the garbage collector never searches.

import type { Target } from '../cluster.ts';
import type { ApiObject } from '../store/api-object.ts';
import type { Commit } from '../store/storage.ts';

export class OwnerGraph {
  readonly #living = new Map<string, Target>();
  readonly #gone = new Set<string>();
  /** By the uid of the owner, then by the uid of the dependent. */
  readonly #dependents = new Map<string, Map<string, Target>>();

  track({ type, version, before, collection }: Commit): void {
    const { uid, namespace, name, ownerReferences } = version.object.metadata;
    const target: Target = { collection, namespace, name };
    if (type === 'DELETED') {
      this.#living.delete(uid);
      this.#gone.add(uid);
    } else this.#living.set(uid, target);
    if (type === 'MODIFIED' && before?.object.metadata.ownerReferences === ownerReferences) return;
    for (const owner of before ? ownersOf(before.object) : []) this.#unlink(owner, uid);
    if (type === 'DELETED') return;
    for (const owner of ownersOf(version.object)) this.#link(owner, uid, target);
  }

  living(uid: string): Target | undefined {
    return this.#living.get(uid);
  }

  /** It was here, and was deleted. */
  isGone(uid: string): boolean {
    return this.#gone.has(uid);
  }

  /** A copy: the caller's deletions change the graph while it walks. */
  dependentsOf(uid: string): readonly Target[] {
    return [...(this.#dependents.get(uid)?.values() ?? [])];
  }

  #link(owner: string, uid: string, target: Target): void {
    const dependents = this.#dependents.get(owner) ?? new Map<string, Target>();
    dependents.set(uid, target);
    this.#dependents.set(owner, dependents);
  }

  #unlink(owner: string, uid: string): void {
    const dependents = this.#dependents.get(owner);
    dependents?.delete(uid);
    if (dependents?.size === 0) this.#dependents.delete(owner);
  }
}

export function ownersOf({ metadata }: ApiObject): readonly string[] {
  return metadata.ownerReferences?.map(({ uid }) => uid) ?? [];
}
