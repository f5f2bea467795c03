// What to try while the sandbox is up: commands that can be pasted into another terminal.

import type { Colours } from '@kube-ovn/testkit/launch';

export interface HintOptions {
  readonly kubeconfig: string;
  readonly logs: string;
  readonly colours: Colours;
}

export function renderHints({ kubeconfig, logs, colours }: HintOptions): string {
  const rows = [
    [`kubectl --kubeconfig ${kubeconfig} get pods,subnets,vpcs,ips -A`, ''],
    [`kubectl --kubeconfig ${kubeconfig} delete pod -n data db-0`, 'comes back with its address'],
    [`kubectl --kubeconfig ${kubeconfig} run mine --image=none`, 'a ninth pod'],
    ['npm run sandbox -- shell shop/front-1', 'a shell in a pod'],
    ['npm run sandbox -- exec worker-1 ovs-vsctl show', 'a command in a node or pod'],
    ['npm run sandbox -- nbctl show', 'OVN Northbound; sbctl: Southbound'],
    ['npm run sandbox -- status', 'who reaches whom, once more'],
  ] as const;
  const lines = rows.map(
    ([command, meaning]) => `  ${colours.cyan(command)}${meaning && colours.dim(`   # ${meaning}`)}`,
  );
  return [
    `${colours.bold('The sandbox is up.')} From another terminal, in this folder:`,
    ...lines,
    `Logs: ${logs}`,
    'Ctrl-C removes everything.',
  ].join('\n');
}
