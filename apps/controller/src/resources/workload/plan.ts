// Deployment and StatefulSet: nothing of them is programmed. A frequent mistake is told to those who make it: network
// annotations on the workload itself instead of its pod template, where they have no effect.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { codedError } from '@kube-ovn/errors';
import { NOTHING } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';

export const statefulSetResource: Resource = workload('StatefulSet');
export const deploymentResource: Resource = workload('Deployment');

function workload(kind: 'StatefulSet' | 'Deployment'): Resource {
  return {
    kind,
    plan(key, view) {
      const object = view.get(kind, key);
      const annotation = ANNOTATIONS.ipPool;
      if (object?.metadata.annotations?.[annotation] === undefined) return NOTHING;
      if (object.spec.templateAnnotations[annotation] !== undefined) return NOTHING;
      const error = codedError('ERR_WORKLOAD_IP_POOL_MISPLACED', { kind, name: object.metadata.name, annotation });
      const advice = 'write it into spec.template.metadata.annotations';
      return new PlanBuilder(`${kind}/${key}`)
        .event('Warning', error.reason, `${error.code}: ${error.message}: ${advice}`)
        .build();
    },
  };
}
