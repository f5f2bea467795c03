// The database schema of RFC 7047 section 3.2, in a normal form with every default filled in.
import { ProtocolError } from './ovsdb-error.ts';
import type { Scalar } from './value.ts';

export type AtomType = 'integer' | 'real' | 'boolean' | 'string' | 'uuid';

export interface BaseType {
  readonly type: AtomType;
  readonly enum?: readonly Scalar[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly refTable?: string;
  readonly refType?: 'strong' | 'weak';
}

/** `scalar` exactly one, `optional` none or one, `set` and `map` anything else. */
export type ColumnKind = 'scalar' | 'optional' | 'set' | 'map';

export interface ColumnSchema {
  readonly kind: ColumnKind;
  readonly key: BaseType;
  readonly value?: BaseType;
  readonly min: number;
  readonly max: number | 'unlimited';
  readonly ephemeral: boolean;
  readonly mutable: boolean;
}

export interface TableSchema {
  readonly columns: Readonly<Record<string, ColumnSchema>>;
  readonly isRoot: boolean;
  readonly maxRows: number | 'unlimited';
  readonly indexes: readonly (readonly string[])[];
}

export interface DatabaseSchema {
  readonly name: string;
  readonly version: string;
  readonly tables: Readonly<Record<string, TableSchema>>;
}

/** `_uuid`, which is in every table and in no schema. */
export const UUID_COLUMN: ColumnSchema = {
  kind: 'scalar',
  key: { type: 'uuid' },
  min: 1,
  max: 1,
  ephemeral: false,
  mutable: false,
};

/** Reads the JSON of `get_schema` or of an `.ovsschema` file; throws ProtocolError when it is none. */
export function parseSchema(json: unknown): DatabaseSchema {
  const schema = asObject(json, 'schema');
  const tables: Record<string, TableSchema> = Object.create(null);
  for (const [name, table] of Object.entries(asObject(schema.tables, 'tables'))) tables[name] = parseTable(table, name);
  return { name: asString(schema.name, 'name'), version: String(schema.version ?? ''), tables };
}

function parseTable(json: unknown, name: string): TableSchema {
  const table = asObject(json, `table ${name}`);
  const columns: Record<string, ColumnSchema> = Object.create(null);
  for (const [column, spec] of Object.entries(asObject(table.columns, `columns of ${name}`))) {
    columns[column] = parseColumn(spec, `${name}.${column}`);
  }
  return {
    columns,
    isRoot: table.isRoot === true,
    maxRows: typeof table.maxRows === 'number' ? table.maxRows : 'unlimited',
    indexes: Array.isArray(table.indexes) ? (table.indexes as string[][]) : [],
  };
}

function parseColumn(json: unknown, where: string): ColumnSchema {
  const column = asObject(json, where);
  const type = typeof column.type === 'string' ? { key: column.type } : asObject(column.type, where);
  const min = 'min' in type && typeof type.min === 'number' ? type.min : 1;
  const max = 'max' in type && (typeof type.max === 'number' || type.max === 'unlimited') ? type.max : 1;
  const value = 'value' in type && type.value !== undefined ? parseBase(type.value, where) : undefined;
  return {
    kind: kindOf(value !== undefined, min, max),
    key: parseBase(type.key, where),
    ...(value && { value }),
    min,
    max,
    ephemeral: column.ephemeral === true,
    mutable: column.mutable !== false,
  };
}

function kindOf(isMap: boolean, min: number, max: number | 'unlimited'): ColumnKind {
  if (isMap) return 'map';
  if (max !== 1) return 'set';
  return min === 0 ? 'optional' : 'scalar';
}

const ATOMS: ReadonlySet<unknown> = new Set<AtomType>(['integer', 'real', 'boolean', 'string', 'uuid']);

function parseBase(json: unknown, where: string): BaseType {
  const base = typeof json === 'string' ? { type: json } : asObject(json, where);
  if (!ATOMS.has(base.type)) throw new ProtocolError(`${where}: no such type: ${JSON.stringify(base.type)}`);
  const read = base as Record<string, unknown>;
  return dropUndefined({
    type: base.type as AtomType,
    enum: parseEnum(read.enum),
    minimum: numberOf(read.minInteger ?? read.minReal),
    maximum: numberOf(read.maxInteger ?? read.maxReal),
    minLength: numberOf(read.minLength),
    maxLength: numberOf(read.maxLength),
    refTable: typeof read.refTable === 'string' ? read.refTable : undefined,
    refType: read.refTable === undefined ? undefined : read.refType === 'weak' ? 'weak' : 'strong',
  });
}

/** An enum is a wire set: ["set", [...]] or the only member itself. */
function parseEnum(json: unknown): readonly Scalar[] | undefined {
  if (json === undefined) return undefined;
  return Array.isArray(json) ? (json[1] as Scalar[]) : [json as Scalar];
}

function dropUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

function numberOf(json: unknown): number | undefined {
  return typeof json === 'number' ? json : undefined;
}

function asObject(json: unknown, what: string): Record<string, unknown> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new ProtocolError(`${what} is not an object`);
}

function asString(json: unknown, what: string): string {
  if (typeof json === 'string') return json;
  throw new ProtocolError(`${what} is not a string`);
}
