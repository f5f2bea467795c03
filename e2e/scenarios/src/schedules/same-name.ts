// After a run: each pod is replaced by another one of its name while the controller hears nothing, so that it sees one change.

import {
  applyObject,
  blind,
  type Disturbance,
  difference,
  endState,
  type Scenario,
  seeAgain,
  writtenObjects,
} from '@kube-ovn/testkit/scenario';

const MAX_PODS = 3;

export function sameNames(scenario: Scenario): Disturbance {
  const pods = writtenObjects(scenario).filter(({ kind }) => kind === 'Pod');
  return {
    name: 'pods replaced by others of their name',
    async finish(scene) {
      await scene.settle();
      const before = endState(scene);
      const { objects } = scene.server;
      const alive = pods.filter(({ metadata }) => {
        const found = objects.get<{ metadata: { deletionTimestamp?: string } }>(
          'Pod',
          metadata.name,
          metadata.namespace,
        );
        return found !== undefined && found.metadata.deletionTimestamp === undefined;
      });
      // The last description of a name is the one that the pod has.
      const byName = new Map(alive.map((pod) => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod]));
      blind(scene);
      for (const pod of [...byName.values()].slice(0, MAX_PODS)) {
        await objects.delete('Pod', pod.metadata.name, pod.metadata.namespace, { gracePeriodSeconds: 0 });
        await applyObject(scene, pod);
      }
      seeAgain(scene);
      await scene.settle();
      const changed = difference(before, endState(scene));
      if (changed.length > 0) throw new Error(`the end is another one:\n  ${changed.join('\n  ')}`);
    },
  };
}
