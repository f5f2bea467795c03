// Server-side tables, the form `kubectl get` prints.

import type { JsonObject } from '../json/json.ts';
import type { Column } from '../resources/resource-definition.ts';
import type { ApiObject, Version } from '../store/api-object.ts';

export const META = 'meta.k8s.io/v1';

export function tableOf(
  columns: readonly Column[],
  versions: readonly Version[],
  now: number,
  includeObject: string,
): (withColumns: boolean) => JsonObject {
  const rows = versions.map(({ object }) => ({
    cells: columns.map((column) => column.cell(object, now)),
    object: rowObject(object, includeObject),
  }));
  return (withColumns) => ({ columnDefinitions: withColumns ? columns.map(definitionOf) : [], rows });
}

function rowObject(object: ApiObject, includeObject: string): JsonObject | undefined {
  if (includeObject === 'None') return undefined;
  return includeObject === 'Object' ? object : partialMetadata(object);
}

export function partialMetadata({ metadata }: ApiObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: META, metadata };
}

function definitionOf({ name, type, format, description, priority }: Column): JsonObject {
  return { name, type, format: format ?? '', description: description ?? '', priority };
}
