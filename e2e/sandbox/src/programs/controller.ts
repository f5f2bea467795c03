// kube-ovn-controller, on the control plane node.

import type { Central } from '@kube-ovn/testkit';
import type { AddressPlan } from '../network/address-plan.ts';
import { namespacePath } from '../network/topology.ts';
import { type BackgroundProgram, startProgram } from './background-program.ts';
import { programPath } from './paths.ts';

export function startController(plan: AddressPlan, central: Central, kubeconfig: string): BackgroundProgram {
  const node = plan.nodes[0]!.name;
  return startProgram({
    name: 'kube-ovn-controller',
    script: programPath('controller'),
    netns: namespacePath(node),
    args: [
      `--kubeconfig=${kubeconfig}`,
      `--ovn-nb-addr=${central.nb.tcpEndpoints.join(',')}`,
      `--ovn-sb-addr=${central.sb.tcpEndpoints.join(',')}`,
      `--default-cidr=${plan.cidrs.pods}`,
      `--node-switch-cidr=${plan.cidrs.join}`,
      `--service-cluster-ip-range=${plan.cidrs.services}`,
    ],
    env: { POD_NAME: 'kube-ovn-controller-0', POD_NAMESPACE: 'kube-system', NODE_NAME: node },
  });
}
