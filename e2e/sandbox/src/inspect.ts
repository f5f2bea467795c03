// Asks the running sandbox who reaches whom, and puts the answers into the form of a result.

import { podEndpoints } from './cluster/pod-endpoints.ts';
import { namespacePath, OUTSIDE } from './network/topology.ts';
import { choosePairs } from './probes/choose-pairs.ts';
import type { Endpoint, PodEndpoint } from './probes/endpoint.ts';
import { runProbes } from './probes/run-probes.ts';
import { runTransfers } from './probes/run-transfers.ts';
import { dataPlaneVersions } from './programs/data-plane.ts';
import { isAsExpected, type ReportedPod, reportProbe, reportTransfer, type SandboxResult } from './report/result.ts';
import type { Sandbox } from './sandbox.ts';

export async function inspect(sandbox: Sandbox, seconds: SandboxResult['seconds']): Promise<SandboxResult> {
  const { plan, netlink, api, kubelets } = sandbox;
  const pods = podEndpoints(api.objects, (name) => kubelets.netnsOf(name));
  const nodes = plan.nodes.map<Endpoint>(({ name, underlay }) => ({
    kind: 'node',
    name,
    addresses: underlay,
    netns: namespacePath(name),
  }));
  const outside: Endpoint = {
    kind: 'outside',
    name: 'outside',
    addresses: plan.outside,
    netns: namespacePath(OUTSIDE),
  };
  const pairs = choosePairs([...pods, ...nodes, outside]);
  const [results, versions] = await Promise.all([runProbes(netlink, pairs, plan.families), dataPlaneVersions()]);
  const transfers = await runTransfers(pairs, plan.families);
  return {
    ok: results.length > 0 && results.every(isAsExpected) && transfers.every(({ ok }) => ok),
    versions: { ...versions, node: process.versions.node },
    stack: plan.stack,
    seconds,
    nodes: plan.nodes.map(({ name }) => name),
    pods: pods.map(reportPod),
    probes: results.map(reportProbe),
    transfers: transfers.map(reportTransfer),
  };
}

function reportPod({ name, node, subnet, vpc, addresses }: PodEndpoint): ReportedPod {
  const [namespace = '', ownName = ''] = name.split('/');
  return { namespace, name: ownName, node, subnet, vpc, ips: Object.values(addresses) };
}
