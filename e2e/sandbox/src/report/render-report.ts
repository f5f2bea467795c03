// The whole report of one look: pods, table, and one line that sums it up.

import type { Colours } from './colours.ts';
import { renderPods } from './pods-table.ts';
import { isAsExpected, type SandboxResult } from './result.ts';
import { renderTable } from './table.ts';

export function renderReport(result: SandboxResult, colours: Colours): string {
  const families = result.stack === 'dual' ? [4, 6] : [result.stack === 'ipv4' ? 4 : 6];
  const nodeOf = new Map(result.pods.map(({ namespace, name, node }) => [`${namespace}/${name}`, node]));
  const note = (name: string) => nodeOf.get(name);
  const table = renderTable(result.probes, { families, colours, note });
  return `${renderPods(result.pods, colours)}\n\n${table}\n\n${summary(result, colours)}`;
}

function summary({ probes, versions, seconds }: SandboxResult, colours: Colours): string {
  const wrong = probes.filter((probe) => !isAsExpected(probe)).length;
  const verdict =
    wrong === 0
      ? colours.green(`All ${probes.length} probes are as expected.`)
      : colours.red(`${wrong} of ${probes.length} probes are not as expected.`);
  const rest = `OVN ${versions.ovn}, Open vSwitch ${versions.ovs}, ready after ${seconds.toReady.toFixed(1)} s.`;
  return `${verdict} ${rest}`;
}
