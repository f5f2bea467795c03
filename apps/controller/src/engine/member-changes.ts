// Which elements of large sets (addresses of an address set) may differ between what is desired and what exists, so that a batch
// compares those and not whole sets. Where nothing is known the whole set is compared.

import type { Uuid } from '@kube-ovn/ovsdb-client';
import type { RowId } from './facts.ts';

interface Compared {
  /** The row in the database that was made equal. */
  readonly uuid: Uuid;
  /** Elements that have changed since on either side. */
  readonly changed: Set<string>;
}

export class MemberChanges {
  readonly #compared = new Map<RowId, Compared>();

  /** An element is wanted or unwanted now, or has come or gone in the database. */
  touch(row: RowId, member: string): void {
    this.#compared.get(row)?.changed.add(member);
  }

  /** Nothing is known of this row any more. */
  forget(row: RowId): void {
    this.#compared.delete(row);
  }

  forgetAll(): void {
    this.#compared.clear();
  }

  /** What to compare now, undefined for everything. The caller makes it equal, or calls forget(). */
  take(row: RowId, uuid: Uuid): ReadonlySet<string> | undefined {
    const known = this.#compared.get(row);
    if (known?.uuid === uuid && known.changed.size === 0) return known.changed;
    this.#compared.set(row, { uuid, changed: new Set() });
    return known?.uuid === uuid ? known.changed : undefined;
  }
}
