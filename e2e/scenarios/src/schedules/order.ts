// The objects of a scenario, created in another order.

import { reorderObjects, type Scenario } from '@kube-ovn/testkit/scenario';
import { randomOf, shuffled } from './sample.ts';

/** All orders of up to four objects that are created together, else drawn ones. */
export function otherOrder(scenario: Scenario, number: number): Scenario {
  const random = randomOf(`${scenario.file} order ${number}`);
  return reorderObjects(scenario, (objects) => {
    // An owner must exist before what it owns, or the garbage collector takes that away.
    const rank = (kind: string) => (kind === 'Namespace' ? 0 : kind === 'StatefulSet' || kind === 'Deployment' ? 1 : 2);
    const order = objects.length <= 4 ? permutation(objects, number) : shuffled(objects, random);
    return order.sort((a, b) => Math.min(rank(a.kind), 2) - Math.min(rank(b.kind), 2));
  });
}

/** The permutation of this number (in the factorial number system). */
function permutation<T>(list: readonly T[], number: number): T[] {
  const rest = [...list];
  const result: T[] = [];
  let left = number;
  for (let size = rest.length; size > 0; size--) {
    result.push(...rest.splice(left % size, 1));
    left = Math.floor(left / size);
  }
  return result;
}
