// What a user chooses about a lab.

export type Stack = 'ipv4' | 'ipv6' | 'dual';

/** none: a bare cluster whose nodes wait for a network. ptp: the stand-in of the plain CNI plugins, a floor for measurements. */
export type Network = 'kube-ovn' | 'ptp' | 'none';

export interface LabOptions {
  readonly nodes: number;
  readonly stack: Stack;
  readonly network: Network;
  readonly kubeProxy: boolean;
}

export const STACKS: readonly Stack[] = ['ipv4', 'ipv6', 'dual'];
export const NETWORKS: readonly Network[] = ['kube-ovn', 'ptp', 'none'];
export const MAX_NODES = 9;

export function sameOptions(one: LabOptions, other: LabOptions): boolean {
  return (
    one.nodes === other.nodes &&
    one.stack === other.stack &&
    one.network === other.network &&
    one.kubeProxy === other.kubeProxy
  );
}
