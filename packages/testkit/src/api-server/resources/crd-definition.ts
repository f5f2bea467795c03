// Turns a CustomResourceDefinition object into a resource the server can serve.

import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonAt } from '../json/json.ts';
import { jsonPath } from '../json/json-path.ts';
import { age } from '../read/age.ts';
import type { Schema } from '../schema/schema.ts';
import type { ApiObject } from '../store/api-object.ts';
import { NAME } from './builtin-columns.ts';
import type { Column, ResourceDefinition, ScalePaths } from './resource-definition.ts';

/** The storage version; a CRD with several served versions shows only that one. */
export function definitionOfCrd(crd: ApiObject): ResourceDefinition | undefined {
  const version = objects(jsonAt(crd, ['spec', 'versions'])).find(({ storage }) => storage === true);
  const names = jsonAt(crd, ['spec', 'names']);
  if (!version || !isJsonObject(names)) return undefined;
  const kind = String(names.kind);
  const scale = scaleOf(jsonAt(version, ['subresources', 'scale']));
  const schema = jsonAt(version, ['schema', 'openAPIV3Schema']);
  return {
    group: String(jsonAt(crd, ['spec', 'group'])),
    version: String(version.name),
    plural: String(names.plural),
    singular: String(names.singular ?? kind.toLowerCase()),
    kind,
    listKind: String(names.listKind ?? `${kind}List`),
    shortNames: texts(names.shortNames),
    categories: texts(names.categories),
    namespaced: jsonAt(crd, ['spec', 'scope']) === 'Namespaced',
    builtin: false,
    hasStatus: jsonAt(version, ['subresources', 'status']) !== undefined,
    hasGeneration: true,
    selectableFields: objects(version.selectableFields).map(({ jsonPath: path }) => String(path).replace(/^\./, '')),
    columns: columnsOf(objects(version.additionalPrinterColumns)),
    ...(scale ? { scale } : {}),
    ...(isJsonObject(schema) ? { schema: schema as Schema } : {}),
  };
}

function columnsOf(declared: readonly JsonObject[]): readonly Column[] {
  const own = declared.length > 0 ? declared : [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }];
  return [NAME, ...own.map(columnOf)];
}

function columnOf(declared: JsonObject): Column {
  const type = String(declared.type) as Column['type'];
  const read = jsonPath(String(declared.jsonPath));
  return {
    name: String(declared.name),
    type: type === 'date' ? 'string' : type,
    format: String(declared.format ?? ''),
    description: String(declared.description ?? ''),
    priority: Number(declared.priority ?? 0),
    cell: (object, now) => cellOf(type, read(object), now),
  };
}

function cellOf(type: Column['type'], value: Json | undefined, now: number): Json {
  if (value === undefined || value === null) return null;
  if (type === 'date') return age(String(value), now);
  if (type === 'integer' || type === 'number') return typeof value === 'string' ? Number(value) : value;
  if (type === 'boolean') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function scaleOf(scale: Json | undefined): ScalePaths | undefined {
  if (!isJsonObject(scale)) return undefined;
  const path = (text: Json | undefined) => String(text).split('.').filter(Boolean);
  return {
    spec: path(scale.specReplicasPath),
    status: path(scale.statusReplicasPath),
    ...(scale.labelSelectorPath ? { selector: path(scale.labelSelectorPath) } : {}),
  };
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function texts(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.map(String) : [];
}
