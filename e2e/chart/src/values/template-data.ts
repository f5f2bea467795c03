// What templates must know of the values: classic names and how to read them, and what is not built yet.

import { stringify } from 'yaml';
import type { ZodType } from 'zod';
import { allValues, builtValues } from './all-values.ts';
import { CLASSIC_FAMILY_KEYS, CLASSIC_NAMES } from './classic-names.ts';
import type { ValueSpec } from './value-spec.ts';

const HEAD = '# Generated (node e2e/chart/src/generate.ts); do not edit. Read by templates/_values.tpl.\n';

export function templateData(): string {
  const values = allValues();
  const kinds = new Map(values.map((value) => [value.path, kindOf(value.schema)]));
  const defaults = new Map(builtValues().map((value) => [value.path, value.default ?? '']));
  const data = {
    classic: CLASSIC_NAMES.map(({ classic, path, words }) => ({
      name: classic,
      path,
      kind: kinds.get(path) ?? 'any',
      ...(defaults.has(path) && { default: defaults.get(path) }),
      ...(words && { words }),
    })),
    families: Object.entries(CLASSIC_FAMILY_KEYS).map(([name, path]) => ({ name, path })),
    notBuilt: values.flatMap(({ path, allowed }) => (allowed ? [{ path, allowed: allowed.map(String) }] : [])),
    withoutEffect: values.filter(({ inert }) => inert).map(({ path }) => path),
  };
  return HEAD + stringify(data, { lineWidth: 0 });
}

/** How a classic text becomes the value. */
export function kindOf(schema: ZodType): 'flag' | 'number' | 'list' | 'labels' | 'any' {
  const def = schema.def as { readonly type: string; readonly in?: ZodType; readonly innerType?: ZodType };
  if (def.type === 'pipe' && def.in) return kindOf(def.in);
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === 'boolean') return 'flag';
  if (def.type === 'number') return 'number';
  if (def.type === 'array') return 'list';
  return def.type === 'record' ? 'labels' : 'any';
}

export type { ValueSpec };
