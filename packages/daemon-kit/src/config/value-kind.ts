// What kind of text an option takes, read from its schema; and the reading of that text the way Go's flag packages read it.

import type { ZodType } from 'zod';

export type ValueKind = 'boolean' | 'number' | 'list' | 'text';

interface SchemaDef {
  readonly type: string;
  readonly innerType?: ZodType;
  readonly in?: ZodType;
}

const TRUE_TEXTS: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE_TEXTS: readonly string[] = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

export function valueKind(schema: ZodType): ValueKind {
  const def = schema.def as SchemaDef;
  if (def.innerType && def.type !== 'array') return valueKind(def.innerType);
  if (def.type === 'pipe' && def.in) return valueKind(def.in);
  if (def.type === 'boolean' || def.type === 'number') return def.type;
  return def.type === 'array' ? 'list' : 'text';
}

/** What the schema is given for one or more texts. An unreadable text stays text: the schema then says what it wanted. */
export function readTexts(kind: ValueKind, texts: readonly string[]): unknown {
  if (kind === 'list') return texts.flatMap((text) => text.split(',')).flatMap((item) => item.trim() || []);
  const text = texts.at(-1) ?? '';
  if (kind === 'number') return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return readBoolean(text) ?? text;
  return text;
}

export function readBoolean(text: string): boolean | undefined {
  if (TRUE_TEXTS.includes(text)) return true;
  return FALSE_TEXTS.includes(text) ? false : undefined;
}

/** The text that a user would type for a value. */
export function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return value === undefined || value === null ? '' : String(value);
}
