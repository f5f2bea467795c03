// A schema as a flat list of fields: the form in which people read it and tests compare it.

import type { StructuralSchema } from './structural-schema.ts';

export interface Field {
  /** `.spec.acls[].action`; `{}` stands for the value of a free map. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  /** `default=false format=int32 minimum=1`, in this spelling, empty when the schema sets no limit. */
  readonly constraints: string;
  readonly description: string;
}

export function fieldTable(schema: StructuralSchema, path = ''): Field[] {
  const fields: Field[] = [];
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    collect(child, `${path}.${name}`, schema.required?.includes(name) ?? false, fields);
  }
  return fields;
}

function collect(schema: StructuralSchema, path: string, required: boolean, fields: Field[]): void {
  fields.push({
    path,
    type: schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : (schema.type ?? 'any'),
    required,
    constraints: constraintsOf(schema),
    description: schema.description ?? '',
  });
  fields.push(...fieldTable(schema, path));
  if (schema.items) collect(schema.items, `${path}[]`, false, fields);
  if (schema.additionalProperties) collect(schema.additionalProperties, `${path}{}`, false, fields);
}

const NOT_A_CONSTRAINT = new Set([
  'type',
  'description',
  'required',
  'properties',
  'items',
  'additionalProperties',
  'x-kubernetes-int-or-string',
]);

function constraintsOf(schema: StructuralSchema): string {
  const keys = Object.keys(schema).filter((key) => !NOT_A_CONSTRAINT.has(key));
  return keys
    .toSorted()
    .map((key) => `${key.replace('x-kubernetes-', '')}=${spell(schema[key])}`)
    .join(' ');
}

function spell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
