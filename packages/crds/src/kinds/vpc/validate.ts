// Completes and checks a Vpc spec as far as the object alone decides it.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { parseAddress, parseCidr, parseDualCidr } from '@kube-ovn/ipam';
import type { VpcSpec } from './schema.ts';

type StaticRoute = NonNullable<VpcSpec['staticRoutes']>[number];
type PolicyRoute = NonNullable<VpcSpec['policyRoutes']>[number];
type VpcPeering = NonNullable<VpcSpec['vpcPeerings']>[number];

/** The spec to write back: routes have a policy, and next hops only where they mean something. */
export function validateVpcSpec(vpc: string, given: VpcSpec): Result<VpcSpec> {
  const spec = { ...given };
  if (given.staticRoutes) spec.staticRoutes = given.staticRoutes.map(completeStaticRoute);
  if (given.policyRoutes) spec.policyRoutes = given.policyRoutes.map(completePolicyRoute);
  return (
    firstFailure(spec.staticRoutes, (route, index) => whyBadStaticRoute(vpc, route, index)) ??
    firstFailure(spec.policyRoutes, (route, index) => whyBadPolicyRoute(vpc, route, index)) ??
    firstFailure(spec.vpcPeerings, (peering) => whyBadPeering(vpc, peering)) ??
    ok(spec)
  );
}

function completeStaticRoute(route: StaticRoute): StaticRoute {
  return route.policy ? route : { ...route, policy: 'policyDst' };
}

function completePolicyRoute(route: PolicyRoute): PolicyRoute {
  return route.action !== 'reroute' && route.nextHopIP ? { ...route, nextHopIP: '' } : route;
}

function whyBadStaticRoute(vpc: string, route: StaticRoute, index: number) {
  const problem = (field: keyof StaticRoute & string) =>
    failWith('ERR_VPC_STATIC_ROUTE_INVALID', { vpc, index, field, value: route[field] ?? '' });
  if (route.policy !== 'policyDst' && route.policy !== 'policySrc') return problem('policy');
  if (!isAddressOrCidr(route.cidr ?? '')) return problem('cidr');
  if (!parseAddress(route.nextHopIP ?? '').ok) return problem('nextHopIP');
  return undefined;
}

const ACTIONS = ['allow', 'drop', 'reroute'];

function whyBadPolicyRoute(vpc: string, route: PolicyRoute, index: number) {
  const problem = (field: keyof PolicyRoute & string) =>
    failWith('ERR_VPC_POLICY_ROUTE_INVALID', { vpc, index, field, value: route[field] ?? '' });
  if (!ACTIONS.includes(route.action ?? '')) return problem('action');
  const priority = route.priority ?? 0;
  if (priority < 0 || priority > 32767) return problem('priority');
  if (route.action !== 'reroute') return undefined;
  const nextHops = (route.nextHopIP ?? '').split(',');
  return nextHops.every((nextHop) => parseAddress(nextHop).ok) ? undefined : problem('nextHopIP');
}

function whyBadPeering(vpc: string, peering: VpcPeering) {
  const text = peering.localConnectIP ?? '';
  return parseDualCidr(text).ok
    ? undefined
    : failWith('ERR_VPC_PEERING_INVALID', { vpc, peer: peering.remoteVpc ?? '', text });
}

function isAddressOrCidr(text: string): boolean {
  return text.includes('/') ? parseCidr(text).ok : parseAddress(text).ok;
}

function firstFailure<T, F>(
  items: readonly T[] | undefined,
  check: (item: T, index: number) => F | undefined,
): F | undefined {
  for (const [index, item] of (items ?? []).entries()) {
    const failure = check(item, index);
    if (failure !== undefined) return failure;
  }
  return undefined;
}
