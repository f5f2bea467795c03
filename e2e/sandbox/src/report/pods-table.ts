// The pods in one small table: where they are and which addresses they got.

import type { Colours } from '@kube-ovn/testkit/launch';
import type { ReportedPod } from './result.ts';

export function renderPods(pods: readonly ReportedPod[], colours: Colours): string {
  const rows = pods.map(({ namespace, name, node, subnet, vpc, ips }) => [
    `${namespace}/${name}`,
    node,
    subnet,
    vpc,
    ips.join('  '),
  ]);
  const lines = [['Pod', 'Node', 'Subnet', 'VPC', 'Addresses'], ...rows];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const texts = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return texts.map((text, index) => (index === 0 ? colours.bold(`${text}`) : text)).join('\n');
}
