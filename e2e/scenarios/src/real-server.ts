// Scenarios against a real API server: which of them cannot be asked of it, and why.

import type { Scenario } from '@kube-ovn/testkit/scenario';

/** Of a server without controllers behind it. Undefined: each scenario gets an in-memory server of its own. */
export const REAL_SERVER = process.env.KUBE_OVN_SCENARIO_KUBECONFIG;

/** Two objects exclude each other, and the older one keeps working. */
const OLDEST_WINS = /^A pool is a part of a subnet|^Addresses of nodes are allocations/;

export function whyNotReal({ steps, title }: Scenario): string | undefined {
  const has = (pattern: RegExp) => steps.some(({ text }) => pattern.test(text));
  if (has(/^fault |^blind |sees again$/)) return 'a real server has no faults on order';
  if (has(/^delete Namespace /)) return 'no controller ends namespaces behind this server';
  if (/three hundred/i.test(title)) return 'what it is about is the number; the bench does that';
  if (OLDEST_WINS.test(title)) return 'a real server tells age in whole seconds, and both objects are of the same';
  return undefined;
}
