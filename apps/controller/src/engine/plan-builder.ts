// Collects the facts of one plan; keeps the plans of the resources free of bookkeeping.

import type { CodedError } from '@kube-ovn/errors';
import { mergePatchFor } from '@kube-ovn/kube';
import { ownedBy } from '@kube-ovn/ovn-model';
import type { KindName } from '../kinds/objects.ts';
import type {
  AllocationWish,
  ApiWrite,
  Columns,
  EventFact,
  MemberFact,
  Plan,
  RowFact,
  RowId,
  RowReference,
} from './facts.ts';
import { rowId } from './tables.ts';

interface RowOptions {
  readonly initial?: Columns;
  readonly parent?: RowId;
}

export class PlanBuilder {
  readonly #owner: string;
  readonly #rows: RowFact[] = [];
  readonly #members: MemberFact[] = [];
  readonly #writes: ApiWrite[] = [];
  readonly #events: EventFact[] = [];
  #allocate: AllocationWish | undefined;
  #failure: CodedError | undefined;
  #recheckAt: number | undefined;
  #keep: true | undefined;

  /** `owner` is the key of the plan, `Kind/name`; it becomes the owner mark of the rows. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** A row marked as ours; `ids` are further external_ids. Returns its id. */
  row(
    table: string,
    key: string,
    columns: Columns,
    ids: Readonly<Record<string, string>> = {},
    options: RowOptions = {},
  ): RowId {
    return this.plainRow(table, key, { ...columns, external_ids: ownedBy(this.#owner, ids) }, options);
  }

  /** A row of a table without external_ids. */
  plainRow(table: string, key: string, columns: Columns, options: RowOptions = {}): RowId {
    const id = rowId(table, key);
    this.#rows.push({ id, columns, ...options });
    return id;
  }

  member(row: RowId, column: string, member: string | RowReference): this {
    this.#members.push({ row, column, member });
    return this;
  }

  /** Patches what differs between the two forms of an object (or of a part of it); nothing when they are equal. */
  patch(
    kind: KindName,
    key: string,
    before: object,
    after: object,
    options: { subresource?: 'status'; afterCommit?: boolean } = {},
  ): this {
    const patch = mergePatchFor(before, after);
    if (patch === undefined) return this;
    const { subresource, afterCommit = false } = options;
    const index = this.#writes.findIndex(
      (write) =>
        write.verb === 'patch' && write.kind === kind && write.key === key && write.subresource === subresource,
    );
    const known = this.#writes[index];
    if (known?.verb !== 'patch') this.#writes.push({ verb: 'patch', kind, key, subresource, patch, afterCommit });
    else
      this.#writes[index] = {
        ...known,
        patch: joined(known.patch, patch),
        afterCommit: known.afterCommit || afterCommit,
      };
    return this;
  }

  delete(kind: KindName, key: string, uid: string): this {
    this.#writes.push({ verb: 'delete', kind, key, uid, afterCommit: false });
    return this;
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): this {
    this.#events.push({ type, reason, message });
    return this;
  }

  allocate(wish: AllocationWish): this {
    this.#allocate = wish;
    return this;
  }

  fail(error: CodedError): this {
    this.#failure = error;
    return this;
  }

  /** Leave everything that exists for this owner as it is. */
  keep(): this {
    this.#keep = true;
    return this;
  }

  recheckAt(time: number | undefined): this {
    if (time !== undefined) this.#recheckAt = Math.min(time, this.#recheckAt ?? Number.POSITIVE_INFINITY);
    return this;
  }

  get writes(): number {
    return this.#writes.length;
  }

  build(): Plan {
    return {
      rows: this.#rows,
      members: this.#members,
      writes: this.#writes,
      events: this.#events,
      allocate: this.#allocate,
      failure: this.#failure,
      recheckAt: this.#recheckAt,
      keep: this.#keep,
    };
  }
}

/** Both patches in one; they speak of different fields. */
function joined(a: object, b: object): object {
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = result[key];
    result[key] = isObject(known) && isObject(value) ? joined(known, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
