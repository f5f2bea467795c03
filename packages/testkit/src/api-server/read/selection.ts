// Which objects of a resource a list, watch or deletecollection speaks of.

import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject } from '../store/api-object.ts';
import { fieldPredicate, parseFieldSelector } from './field-selector.ts';
import { type Predicate, parseLabelSelector } from './label-selector.ts';

export interface Selection {
  readonly namespace: string | undefined;
  /** Undefined when everything in the namespace is selected. */
  readonly matches: Predicate | undefined;
}

export interface SelectionRequest {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

export function parseSelection(request: SelectionRequest, definition: ResourceDefinition): Selection {
  const byLabel = parseLabelSelector(request.labelSelector);
  const byField = fieldPredicate(parseFieldSelector(request.fieldSelector, definition));
  return { namespace: request.namespace, matches: both(byLabel, byField) };
}

function both(a: Predicate | undefined, b: Predicate | undefined): Predicate | undefined {
  if (!a || !b) return a ?? b;
  return (object) => a(object) && b(object);
}

export function selects({ namespace, matches }: Selection, object: ApiObject): boolean {
  if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
  return matches === undefined || matches(object);
}
