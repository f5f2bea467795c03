// Lists, whole or in pages. All pages of one list show the state at the moment of the first page.

import { badRequest, expired, invalidRequest, tooLargeResourceVersion } from '../failure.ts';
import type { Version } from '../store/api-object.ts';
import type { Collection } from '../store/collection.ts';
import type { Storage } from '../store/storage.ts';
import { pastState } from './past-state.ts';
import { parseSelection, type SelectionRequest } from './selection.ts';

const MAX_SNAPSHOTS = 32;

export interface ListRequest extends SelectionRequest {
  readonly limit?: number | undefined;
  readonly continueToken?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  /** Belongs to watches only. */
  readonly sendInitialEvents?: string | undefined;
}

export interface Page {
  readonly versions: readonly Version[];
  readonly revision: number;
  readonly continueToken: string;
  readonly remaining: number | undefined;
}

interface Snapshot {
  readonly versions: readonly Version[];
  readonly revision: number;
  readonly selective: boolean;
}

export class Lists {
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #storage: Storage;
  #lastId = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  list(collection: Collection, request: ListRequest): Page {
    if (request.continueToken) return this.#nextPage(collection, request);
    this.#checkResourceVersion(request);
    const snapshot = this.#snapshot(collection, request);
    return this.#page(snapshot, 0, request.limit, () => {
      this.#lastId += 1;
      const id = `${collection.definition.plural}-${this.#lastId}`;
      this.#remember(id, snapshot);
      return id;
    });
  }

  forgetSnapshots(): void {
    this.#snapshots.clear();
  }

  #nextPage(collection: Collection, request: ListRequest): Page {
    const { id, offset } = decodeToken(request.continueToken ?? '');
    if (!id.startsWith(`${collection.definition.plural}-`)) throw badRequest('continue key is not valid');
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) {
      throw expired(
        'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
      );
    }
    return this.#page(snapshot, offset, request.limit, () => id);
  }

  #snapshot(collection: Collection, request: ListRequest): Snapshot {
    const { namespace, matches } = parseSelection(request, collection.definition);
    const scope = collection.definition.namespaced ? namespace : undefined;
    const exact = request.resourceVersionMatch === 'Exact' ? Number(request.resourceVersion) : undefined;
    const all = exact === undefined ? collection.list(scope) : pastState(collection, scope, exact);
    const versions = matches ? all.filter((version) => matches(version.object)) : all;
    return { versions, revision: exact ?? this.#storage.revision, selective: matches !== undefined };
  }

  #page(snapshot: Snapshot, offset: number, limit: number | undefined, snapshotId: () => string): Page {
    const { versions, revision } = snapshot;
    const end = limit ? Math.min(offset + limit, versions.length) : versions.length;
    const left = versions.length - end;
    return {
      versions: offset === 0 && left === 0 ? versions : versions.slice(offset, end),
      revision,
      continueToken: left > 0 ? encodeToken(snapshotId(), end, revision) : '',
      remaining: left > 0 && !snapshot.selective ? left : undefined,
    };
  }

  #remember(id: string, snapshot: Snapshot): void {
    this.#snapshots.set(id, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > MAX_SNAPSHOTS && oldest !== undefined) this.#snapshots.delete(oldest);
  }

  #checkResourceVersion({ resourceVersion, resourceVersionMatch, sendInitialEvents }: ListRequest): void {
    const current = this.#storage.revision;
    if (sendInitialEvents) throw invalidRequest('sendInitialEvents', 'sendInitialEvents is forbidden for list');
    const asked = parseResourceVersion(resourceVersion) ?? 0;
    if (asked > current) throw tooLargeResourceVersion(asked, current);
    if (!resourceVersionMatch) return;
    if (!resourceVersion) throw refusedMatch('is forbidden unless resourceVersion is provided');
    if (!['Exact', 'NotOlderThan'].includes(resourceVersionMatch)) throw refusedMatch('must be Exact or NotOlderThan');
    if (resourceVersionMatch === 'Exact' && asked === 0) throw refusedMatch('Exact is forbidden for resourceVersion 0');
  }
}

function refusedMatch(why: string) {
  return invalidRequest('resourceVersionMatch', `resourceVersionMatch ${why}`);
}

export function parseResourceVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^[0-9]+$/.test(text)) throw badRequest(`Invalid value: "${text}": strconv.ParseUint: parsing "${text}"`);
  return Number(text);
}

function encodeToken(id: string, offset: number, revision: number): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, id, offset })).toString('base64url');
}

function decodeToken(token: string): { id: string; offset: number } {
  const match = /"id":"([^"]+)","offset":([0-9]+)/.exec(Buffer.from(token, 'base64url').toString());
  if (!match) throw badRequest('continue key is not valid');
  return { id: match[1] ?? '', offset: Number(match[2]) };
}
