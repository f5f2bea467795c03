// A custom resource on its way in: unknown fields go, defaults come, the rest must validate.

import { invalid } from '../failure.ts';
import { isJsonObject } from '../json/json.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject } from '../store/api-object.ts';
import { withDefaults } from './defaults.ts';
import { pruned } from './pruning.ts';
import type { Schema } from './schema.ts';
import { violations } from './validation.ts';

/** These belong to the machinery; whatever the schema says of them is not looked at. */
const OUTSIDE_SCHEMA = new Set(['apiVersion', 'kind', 'metadata']);

export function admitBySchema(
  definition: ResourceDefinition,
  object: ApiObject,
  before: ApiObject | undefined,
): ApiObject {
  const { schema } = definition;
  if (!schema) return object;
  const { apiVersion, kind, metadata, ...content } = object;
  const { apiVersion: _v, kind: _k, metadata: _m, ...contentBefore } = before ?? {};
  const rootSchema = contentSchema(schema);
  const complete = withDefaults(rootSchema, pruned(rootSchema, content));
  const causes = violations(rootSchema, complete, before ? contentBefore : undefined);
  if (causes.length > 0) throw invalid(definition, metadata.name, causes);
  return { apiVersion, kind, metadata, ...(isJsonObject(complete) ? complete : {}) };
}

const contentSchemas = new WeakMap<Schema, Schema>();

function contentSchema(schema: Schema): Schema {
  const known = contentSchemas.get(schema);
  if (known) return known;
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !OUTSIDE_SCHEMA.has(name)),
  );
  const required = schema.required?.filter((name) => !OUTSIDE_SCHEMA.has(name));
  const content: Schema = { ...schema, properties, ...(required ? { required } : {}) };
  contentSchemas.set(schema, content);
  return content;
}
