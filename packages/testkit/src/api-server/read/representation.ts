// How objects are shown to a client: as they are, as rows of a Table, or as metadata only.

import { encodeJson } from '../json/codec.ts';
import type { JsonObject } from '../json/json.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { Version } from '../store/api-object.ts';
import type { Page } from './list.ts';
import { META, partialMetadata, tableOf } from './table.ts';

export interface Representation {
  one(version: Version): Buffer;
  list(page: Page): readonly Buffer[];
  /** The object of a watch event. */
  event(version: Version): Buffer;
}

export function chooseRepresentation(
  definition: ResourceDefinition,
  prefixLength: number,
  accept: string,
  includeObject: string | undefined,
  now: () => number,
): Representation {
  if (/as=Table;/.test(`${accept};`)) return new TableRepresentation(definition, includeObject ?? 'Metadata', now);
  if (/as=PartialObjectMetadata(List)?;/.test(`${accept};`)) return metadataOnly;
  return new PlainRepresentation(definition, prefixLength);
}

const OPEN_BRACE = Buffer.from('{');
const NEXT_OBJECT = Buffer.from(',{');
const NEXT = Buffer.from(',');
const END = Buffer.from(']}\n');

class PlainRepresentation implements Representation {
  readonly #definition: ResourceDefinition;
  readonly #prefixLength: number;

  constructor(definition: ResourceDefinition, prefixLength: number) {
    this.#definition = definition;
    this.#prefixLength = prefixLength;
  }

  one(version: Version): Buffer {
    return version.json;
  }

  event(version: Version): Buffer {
    return version.json;
  }

  list(page: Page): readonly Buffer[] {
    const { listKind, builtin } = this.#definition;
    const head = { kind: listKind, apiVersion: apiVersionOf(this.#definition), metadata: listMetadata(page) };
    const parts: Buffer[] = [Buffer.from(`${encodeJson(head).slice(0, -1)},"items":[`)];
    for (const version of page.versions) {
      const first = parts.length === 1;
      // Typed lists carry the kind once, at the top; lists of custom resources carry it in every item.
      if (builtin) parts.push(first ? OPEN_BRACE : NEXT_OBJECT, version.json.subarray(this.#prefixLength));
      else if (first) parts.push(version.json);
      else parts.push(NEXT, version.json);
    }
    parts.push(END);
    return parts;
  }
}

class TableRepresentation implements Representation {
  readonly #definition: ResourceDefinition;
  readonly #includeObject: string;
  readonly #now: () => number;
  #sentColumns = false;

  constructor(definition: ResourceDefinition, includeObject: string, now: () => number) {
    this.#definition = definition;
    this.#includeObject = includeObject;
    this.#now = now;
  }

  one(version: Version): Buffer {
    return this.#table([version], { resourceVersion: version.object.metadata.resourceVersion }, true);
  }

  list(page: Page): readonly Buffer[] {
    return [this.#table(page.versions, listMetadata(page), true)];
  }

  event(version: Version): Buffer {
    const first = !this.#sentColumns;
    this.#sentColumns = true;
    return this.#table([version], { resourceVersion: version.object.metadata.resourceVersion }, first);
  }

  #table(versions: readonly Version[], metadata: JsonObject, withColumns: boolean): Buffer {
    const columns = this.#definition.columns;
    const rows = tableOf(columns, versions, this.#now(), this.#includeObject);
    return Buffer.from(encodeJson({ kind: 'Table', apiVersion: META, metadata, ...rows(withColumns) }));
  }
}

const metadataOnly: Representation = {
  one: (version) => Buffer.from(encodeJson(partialMetadata(version.object))),
  event: (version) => Buffer.from(encodeJson(partialMetadata(version.object))),
  list: (page) => [
    Buffer.from(
      encodeJson({
        kind: 'PartialObjectMetadataList',
        apiVersion: META,
        metadata: listMetadata(page),
        items: page.versions.map(({ object }) => partialMetadata(object)),
      }),
    ),
  ],
};

function listMetadata({ revision, continueToken, remaining }: Page): JsonObject {
  return {
    resourceVersion: String(revision),
    continue: continueToken || undefined,
    remainingItemCount: remaining,
  };
}
