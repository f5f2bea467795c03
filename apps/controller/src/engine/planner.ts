// From a key to its plan: finds the resource of the kind and runs it with a tracked view.

import type { KindName } from '../kinds/objects.ts';
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
    const name = key.slice(slash + 1);
    const plan = world.graph.track(key, (view) => resource.plan(name, view));
    // An object that is gone and left nothing to do comes back as an event, if at all: what its plan has read is forgotten.
    if (isEmpty(plan) && !world.stores[resource.kind as KindName].has(name)) world.graph.forget(key);
    return plan;
  };
}

function isEmpty({ rows, members, writes, allocate, keep, recheckAt }: Plan): boolean {
  return rows.length + members.length + writes.length === 0 && !allocate && !keep && recheckAt === undefined;
}
