// The pods in one small table: where they are and which addresses they got.

import type { Colours } from './colours.ts';
import type { ReportedPod } from './result.ts';

export function renderPods(pods: readonly ReportedPod[], colours: Colours): string {
  const rows = pods.map(({ namespace, name, node, subnet, ips }) => [
    `${namespace}/${name}`,
    node,
    subnet,
    ips.join('  '),
  ]);
  const head = ['Pod', 'Node', 'Subnet', 'Addresses'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [colours.bold(line(head)), ...rows.map(line)].map((text, index) => (index ? `  ${text}` : text)).join('\n');
}
