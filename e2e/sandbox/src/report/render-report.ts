// The whole report of one look: pods, table, and one line that sums it up.

import type { Colours } from '@kube-ovn/testkit/launch';
import { renderPods } from './pods-table.ts';
import { isAsExpected, type SandboxResult } from './result.ts';
import { probeBlocks, transferBlock } from './result-blocks.ts';
import { renderTable } from './table.ts';

export function renderReport(result: SandboxResult, colours: Colours): string {
  const families = result.stack === 'dual' ? [4, 6] : [result.stack === 'ipv4' ? 4 : 6];
  const nodeOf = new Map(result.pods.map(({ namespace, name, node }) => [`${namespace}/${name}`, node]));
  const note = (name: string) => nodeOf.get(name);
  const data = transferBlock(result.transfers, families, note);
  const blocks = [...probeBlocks(result.probes, families, note), ...(data ? [data] : [])];
  const parts = [renderPods(result.pods, colours), renderTable(blocks, families, colours), summary(result, colours)];
  return parts.join('\n\n');
}

function summary({ probes, transfers, versions, seconds }: SandboxResult, colours: Colours): string {
  const all = probes.length + transfers.length;
  const wrong = [...probes.map(isAsExpected), ...transfers.map(({ ok }) => ok)].filter((good) => !good).length;
  const verdict =
    wrong === 0
      ? colours.green(`All ${all} probes are as expected.`)
      : colours.red(`${wrong} of ${all} probes are not as expected.`);
  return `${verdict} OVN ${versions.ovn}, Open vSwitch ${versions.ovs}, ready after ${seconds.toReady.toFixed(1)} s.`;
}
