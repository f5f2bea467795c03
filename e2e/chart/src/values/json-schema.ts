// values.schema.json: what Helm itself checks before it renders. Unknown keys are refused here, by name.

import * as z from 'zod';
import { allValues } from './all-values.ts';
import { CLASSIC_FAMILY_INERT, CLASSIC_FAMILY_KEYS, CLASSIC_NAMES } from './classic-names.ts';
import { type ValueTree, valueTree } from './value-tree.ts';

type Schema = Record<string, unknown>;

/** Free for whoever installs this chart as a part of theirs; classic values files have more images under it. */
const OPEN = new Set(['global', 'global.images', 'global.registry']);

export function jsonSchema(): Schema {
  const values = allValues();
  const byPath = new Map(values.map((value) => [value.path, value]));
  const own = values.map((value) => [value.path, described(schemaOf(value.schema), value.help)] as const);
  const classic = CLASSIC_NAMES.map(({ classic: name, path, words }) => {
    const target = byPath.get(path);
    const schema = words ? { enum: Object.keys(words) } : target ? classicSchema(schemaOf(target.schema)) : {};
    return [name, described(schema, `Classic name of ${path}.`)] as const;
  });
  const families = ['ipv4', 'ipv6', 'dual_stack'].flatMap((block) =>
    [...Object.keys(CLASSIC_FAMILY_KEYS), ...CLASSIC_FAMILY_INERT].map(
      (key) =>
        [
          `${block}.${key}`,
          { type: 'string', description: `Classic name; counts when NET_STACK is ${block}.` },
        ] as const,
    ),
  );
  const tree = valueTree<Schema>([...own, ...classic, ...families]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart kube-ovn',
    ...objectSchema(tree, ''),
  };
}

function objectSchema(tree: ValueTree<Schema>, path: string): Schema {
  const properties = Object.fromEntries(
    [...tree.children]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return [key, child.children.size === 0 ? (child.leaf ?? {}) : objectSchema(child, at)];
      }),
  );
  const open = OPEN.has(path) || tree.leaf !== undefined || path === '';
  return {
    ...(tree.leaf?.description !== undefined && { description: tree.leaf.description }),
    // A group that is left empty is nothing at all.
    type: path === '' ? 'object' : ['object', 'null'],
    properties,
    ...(path === '' ? { additionalProperties: false } : open ? {} : { additionalProperties: false }),
  };
}

function schemaOf(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
  }) as Schema;
  return rest;
}

/** Classic values files write numbers, switches and lists as text. */
function classicSchema(schema: Schema): Schema {
  if (schema.type === 'boolean' || schema.type === 'integer' || schema.type === 'number' || schema.type === 'array') {
    return { anyOf: [schema, { type: 'string' }] };
  }
  return schema.type === 'object' && schema.properties === undefined ? { anyOf: [schema, { type: 'string' }] } : schema;
}

function described(schema: Schema, description: string): Schema {
  return { description, ...schema };
}
