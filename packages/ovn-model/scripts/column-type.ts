// One column of a schema as a TypeScript type, in the shape in which the client's replica decodes it.

import type { BaseType, RawBase, RawColumn } from './schema-files.ts';

const SCALARS = { integer: 'number', real: 'number', boolean: 'boolean', string: 'string', uuid: 'Uuid' } as const;

/** Scalar; min 0 max 1: value or undefined; more: an array; with a value type: a record. */
export function columnType(column: RawColumn): string {
  const type = typeof column.type === 'string' ? { key: column.type } : column.type;
  const key = scalarType(type.key);
  if ('value' in type && type.value !== undefined) return `Readonly<Record<${mapKey(key)}, ${scalarType(type.value)}>>`;
  const min = ('min' in type ? type.min : undefined) ?? 1;
  const max = ('max' in type ? type.max : undefined) ?? 1;
  if (max !== 1) return `readonly ${key.includes('|') ? `(${key})` : key}[]`;
  return min === 0 ? `${key} | undefined` : key;
}

/** What the type cannot say: range, reference, volatility. Empty when there is nothing to add. */
export function columnNote(column: RawColumn): string {
  const notes: string[] = [];
  if (typeof column.type !== 'string') {
    notes.push(...baseNotes(column.type.key));
    if (column.type.value !== undefined) notes.push(...baseNotes(column.type.value).map((note) => `values ${note}`));
    if (typeof column.type.max === 'number' && column.type.max > 1) notes.push(`at most ${column.type.max}`);
  }
  if (column.ephemeral) notes.push('ephemeral');
  if (column.mutable === false) notes.push('set at insert only');
  return notes.join(', ');
}

function scalarType(base: BaseType | RawBase): string {
  if (typeof base === 'string') return SCALARS[base];
  if (base.enum === undefined) return SCALARS[base.type];
  const values = typeof base.enum === 'string' ? [base.enum] : base.enum[1];
  return [...values]
    .sort()
    .map((value) => `'${value}'`)
    .join(' | ');
}

// A record is keyed by text whatever the map's key is, and a literal key would promise that every one is there.
function mapKey(key: string): string {
  return key === 'Uuid' ? key : 'string';
}

function baseNotes(base: BaseType | RawBase): string[] {
  if (typeof base === 'string') return [];
  const notes: string[] = [];
  if (base.refTable) notes.push(`-> ${base.refTable}${base.refType === 'weak' ? ' (weak)' : ''}`);
  if (base.minInteger !== undefined || base.maxInteger !== undefined) {
    notes.push(`${base.minInteger ?? ''}..${base.maxInteger ?? ''}`);
  }
  return notes;
}
