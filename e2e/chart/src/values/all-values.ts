// All values in one list: the programs' and the chart's own. Where both describe one, the chart's word counts, with the flags.

import { OWN_VALUES } from './own-values.ts';
import { programValues } from './program-values.ts';
import type { ValueSpec } from './value-spec.ts';

export function allValues(): ValueSpec[] {
  const all = new Map<string, ValueSpec>(programValues().map((value) => [value.path, value]));
  for (const value of OWN_VALUES) all.set(value.path, { ...value, flags: all.get(value.path)?.flags });
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Values that do something. */
export function builtValues(): ValueSpec[] {
  return allValues().filter(
    ({ allowed, inert, flags }) => !inert && (allowed === undefined || isChoice(allowed) || flags),
  );
}

/** Not one value and "off", nor a switch of which neither side does anything yet. */
function isChoice(allowed: readonly unknown[]): boolean {
  return allowed.length > 1 && !allowed.some((value) => typeof value !== 'string' || value === '');
}
