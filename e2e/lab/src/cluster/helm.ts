// Installs our network the way users do: the chart, by Helm.

import { basename, join } from 'node:path';
import { HELM } from '../build/program-list.ts';
import { program } from '../build/programs.ts';
import { runTool } from '../build/run-tool.ts';
import { KUBECONFIG, LAB, ROOT } from '../paths.ts';
import { type ClusterPlan, controlPlane, primary } from '../plan/cluster-plan.ts';
import type { LabRecord } from '../state/lab-record.ts';
import { apiAddress } from './api-address.ts';

export const RELEASE = 'kube-ovn';
export const CHART = join(ROOT, 'charts/kube-ovn');
export const NAMESPACE = 'kube-system';
const STACKS = { ipv4: 'IPv4', ipv6: 'IPv6', dual: 'Dual' } as const;

/** Installs, or upgrades what is there. `files`: values of the user, the last wins. */
export async function installChart(
  plan: ClusterPlan,
  images: LabRecord['images'],
  files: readonly string[],
): Promise<void> {
  const values = [join(LAB, 'values.yaml'), ...files].flatMap((file) => ['--values', file]);
  const args = ['upgrade', '--install', RELEASE, CHART, '--namespace', NAMESPACE, ...values];
  const sets = { networking: networking(plan), ...imageMarks(images), ...withoutServices(plan) };
  await helm([
    ...args,
    ...Object.entries(sets).flatMap(([key, value]) => ['--set-json', `${key}=${JSON.stringify(value)}`]),
  ]);
}

/** Resolves to what Helm wrote. */
export function helm(args: readonly string[]): Promise<string> {
  return runTool(`helm ${args[0]}`, program(HELM, 'helm'), args, {
    env: { ...process.env, KUBECONFIG },
    advice: 'The lines above are Helm’s own words.',
  });
}

/** The addresses of the plan, as values of the chart. */
export function networking(plan: ClusterPlan): object {
  const { podCidr, serviceCidr } = plan;
  const families = { v4: podCidr[4], v6: podCidr[6] };
  const services = { v4: serviceCidr[4], v6: serviceCidr[6] };
  return {
    stack: STACKS[plan.stack],
    pods: { cidr: defined(families) },
    services: { cidr: defined(services) },
  };
}

/** Addresses of Services lead nowhere: neither to the API server nor to the databases. */
function withoutServices(plan: ClusterPlan): Record<string, object> {
  const env = apiAddress(plan);
  if (env.length === 0) return {};
  const components = Object.fromEntries(
    ['central', 'controller', 'agent', 'ovsOvn'].map((name) => [`${name}.extraEnv`, env]),
  );
  return { ...components, masterNodes: [primary(controlPlane(plan).address)] };
}

/** The tag of our images stays while their content changes: pods are made anew when the archive is another. */
export function imageMarks(images: LabRecord['images']): Record<string, object> {
  return Object.fromEntries(
    Object.entries(images).flatMap(([name, archive]) => {
      const components = name.includes('dataplane') ? ['central', 'ovsOvn'] : ['controller', 'agent'];
      return components.map((component) => [`${component}.podAnnotations`, { 'lab/image': basename(archive, '.tar') }]);
    }),
  );
}

function defined(values: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
