// table: the resources of the controller, the index of everything that it does.

import type { Resource } from '../engine/planner.ts';
import { ipResource } from './ip/plan.ts';
import { ipPoolResource } from './ip-pool/plan.ts';
import { namespaceResource } from './namespace/plan.ts';
import { nodeResource } from './node/plan.ts';
import { podResource } from './pod/plan.ts';
import { subnetResource } from './subnet/plan.ts';
import { vpcResource } from './vpc/plan.ts';
import { deploymentResource, statefulSetResource } from './workload/plan.ts';

export const RESOURCES: readonly Resource[] = [
  vpcResource,
  subnetResource,
  ipPoolResource,
  nodeResource,
  namespaceResource,
  ipResource,
  podResource,
  statefulSetResource,
  deploymentResource,
];
