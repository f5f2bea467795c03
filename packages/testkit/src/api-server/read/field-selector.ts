// Field selectors: `metadata.name=a,spec.nodeName!=b`. Only the fields a resource declares, as on a real server.
import { badRequest } from '../failure.ts';
import { jsonAt } from '../json/json.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { Predicate } from './label-selector.ts';

export interface FieldRequirement {
  readonly field: string;
  readonly equals: boolean;
  readonly value: string;
}

export function parseFieldSelector(
  text: string | undefined,
  definition: ResourceDefinition,
): readonly FieldRequirement[] {
  if (!text?.trim()) return [];
  return text.split(',').map((part) => {
    const match = /^([^!=]+)(==|=|!=)(.*)$/.exec(part.trim());
    if (!match) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`);
    const [, field = '', operator, value = ''] = match;
    if (!isSelectable(field, definition)) throw badRequest(`field label not supported: ${field}`);
    return { field, equals: operator !== '!=', value };
  });
}

function isSelectable(field: string, definition: ResourceDefinition): boolean {
  if (field === 'metadata.name') return true;
  if (field === 'metadata.namespace') return definition.namespaced || definition.builtin;
  return definition.selectableFields.includes(field);
}

export function fieldPredicate(requirements: readonly FieldRequirement[]): Predicate | undefined {
  if (requirements.length === 0) return undefined;
  const checks = requirements.map(({ field, equals, value }) => ({ path: field.split('.'), equals, value }));
  return (object) =>
    checks.every(({ path, equals, value }) => (String(jsonAt(object, path) ?? '') === value) === equals);
}
