// From a key to its plan: finds the resource of the kind and runs it with a tracked view.

import { NOTHING, type Plan } from './facts.ts';
import type { View, World } from './view.ts';

export type PlanFunction = (key: string) => Plan;

/** One resource of the controller: everything about a kind of key in one pure function. */
export interface Resource {
  readonly kind: string;
  /** The plan of the object `key` (`ns/name` or `name`), also when the object is gone. Same view in, same plan out. */
  plan(key: string, view: View): Plan;
}

export function createPlanner(world: World, resources: readonly Resource[]): PlanFunction {
  const byKind = new Map(resources.map((resource) => [resource.kind, resource]));
  return (key) => {
    const slash = key.indexOf('/');
    const resource = byKind.get(key.slice(0, slash));
    if (resource === undefined) return NOTHING;
    return world.graph.track(key, (view) => resource.plan(key.slice(slash + 1), view));
  };
}
