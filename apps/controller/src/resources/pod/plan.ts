// Pod: asks for its address, and tells the node agent and the user about it once the switch port is there.

import { ANNOTATIONS, podPortName } from '@kube-ovn/crds';
import { type CodedError, codedError } from '@kube-ovn/errors';
import { type IpFact, ipCell } from '../../cells/ip.ts';
import { isReleased, type PodFact, podCell } from '../../cells/pod.ts';
import { subnetCell } from '../../cells/subnet.ts';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { NOTHING, type Plan } from '../../engine/facts.ts';
import { pairText } from '../../engine/families.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { portRow } from '../names.ts';
import { asksForAnother } from './claim.ts';
import { readRequests } from './requests.ts';
import { allocationWish } from './wish.ts';

export const podResource: Resource = {
  kind: 'Pod',
  plan(key, view) {
    const pod = view.cell(podCell, key);
    if (pod === undefined || isReleased(pod, view.now)) return NOTHING;
    const plan = new PlanBuilder(`Pod/${key}`);
    const ip = view.cell(ipCell, podPortName(pod.name, pod.namespace));
    if (ip === undefined) return pod.releaseAt === undefined ? request(pod, plan, view) : NOTHING;
    // On the way out, held for another pod of this name: ask again when it is gone.
    if (ip.deleting) return NOTHING;
    if (asksForAnother(pod, ip))
      return ip.reserved ? refuse(codedError('ERR_POD_ADDRESS_RESERVED', { ip: ip.name }), plan) : NOTHING;
    if (pod.annotations[ANNOTATIONS.allocated] !== 'true') {
      const requests = readRequests(pod);
      if (!requests.ok) return refuse(requests.error, plan);
    }
    const subnet = view.cell(subnetCell, ip.subnet);
    if (subnet?.subnet === undefined) return NOTHING;
    if (!subnet.subnet.isOvn || view.rowExists(portRow(ip.name))) annotate(plan, pod, ip, subnet.subnet, view);
    return plan.build();
  },
};

function request(pod: PodFact, plan: PlanBuilder, view: View): Plan {
  const wish = allocationWish(pod, view);
  if (wish === undefined) return NOTHING;
  if (wish.ok) return plan.allocate(wish.value).build();
  return refuse(wish.error, plan);
}

function refuse(error: CodedError, plan: PlanBuilder): Plan {
  return plan.fail(error).event('Warning', error.reason, `${error.code}: ${error.message}`).build();
}

function annotate(plan: PlanBuilder, pod: PodFact, ip: IpFact, subnet: SubnetFact, view: View): void {
  const before = pod.annotations;
  const after: Record<string, string> = {
    ...before,
    [ANNOTATIONS.ipAddress]: pairText(ip),
    [ANNOTATIONS.macAddress]: ip.mac ?? '',
    [ANNOTATIONS.cidr]: subnet.spec.cidrBlock ?? '',
    [ANNOTATIONS.gateway]: subnet.spec.gateway ?? '',
    [ANNOTATIONS.logicalSwitch]: subnet.name,
    [ANNOTATIONS.logicalRouter]: subnet.vpc,
    [ANNOTATIONS.podNicType]: before[ANNOTATIONS.podNicType] ?? view.config.podNicType,
    [ANNOTATIONS.allocated]: 'true',
  };
  if (pod.nodeName !== '') after[ANNOTATIONS.routed] = 'true';
  const key = `${pod.namespace}/${pod.name}`;
  plan.patch('Pod', key, { metadata: { annotations: before } }, { metadata: { annotations: after } });
  if (before[ANNOTATIONS.allocated] === 'true' || plan.writes === 0) return;
  const text = `provider=ovn subnet=${subnet.name} ip=${pairText(ip)} mac=${ip.mac} logicalSwitchPort=${ip.name}`;
  plan.event('Normal', 'PodNetworkAllocated', text);
}
