// helm and kubectl of the lab on its release, as the chart's own suites use them.

import { openTools, type Tools } from '@kube-ovn/chart';
import { clusterTool } from '../commands/tools.ts';
import { KUBECONFIG } from '../paths.ts';
import { NAMESPACE, RELEASE } from './helm.ts';

export function releaseTools(): Tools {
  return openTools({
    kubeconfig: KUBECONFIG,
    helm: clusterTool('helm'),
    kubectl: clusterTool('kubectl'),
    release: RELEASE,
    namespace: NAMESPACE,
  });
}
