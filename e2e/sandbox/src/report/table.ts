// The table of who reaches whom, for people: one block per kind of path, both families side by side.

import type { Colours } from './colours.ts';
import { isAsExpected, type ReportedProbe } from './result.ts';

const TITLES: Readonly<Record<string, string>> = {
  'pod-pod-same-node': 'Pod to pod, same node',
  'pod-pod-cross-node': 'Pod to pod, across nodes',
  'pod-pod-cross-subnet': 'Pod to pod, across subnets and VPCs',
  'pod-node': 'Pod to node',
  'node-pod': 'Node to pod',
  'pod-external': 'Pod to the outside world, which knows nodes only',
};

export interface TableOptions {
  readonly families: readonly number[];
  readonly colours: Colours;
  /** What stands behind the name of an end, for example its node. */
  readonly note?: (name: string) => string | undefined;
}

interface Row {
  readonly from: string;
  readonly to: string;
  readonly cells: readonly (ReportedProbe | undefined)[];
}

export function renderTable(probes: readonly ReportedProbe[], options: TableOptions): string {
  const blocks = [...Map.groupBy(probes, ({ path }) => path)].map(([path, ofPath]) => ({
    title: TITLES[path] ?? path,
    rows: rowsOf(ofPath, options),
  }));
  const all = blocks.flatMap(({ rows }) => rows);
  const fromWidth = longest(all.map(({ from }) => from));
  const toWidth = longest(all.map(({ to }) => to));
  const cellWidth = Math.max(12, longest(all.flatMap(({ cells }) => cells.map(cellText))));
  const { colours } = options;
  const lines = blocks.flatMap(({ title, rows }) => {
    const heads = options.families.map((family) => `IPv${family}`.padStart(cellWidth)).join('  ');
    const head = `${colours.bold(title.padEnd(fromWidth + toWidth + 5))}  ${colours.dim(heads)}`;
    const body = rows.map(({ from, to, cells }) => {
      const shown = cells.map((cell) => paint(cell, cellText(cell).padStart(cellWidth), colours));
      return `  ${from.padEnd(fromWidth)} ${colours.dim('→')} ${to.padEnd(toWidth)}  ${shown.join('  ')}`;
    });
    return ['', head, ...body];
  });
  return lines.slice(1).join('\n');
}

function rowsOf(probes: readonly ReportedProbe[], { families, note }: TableOptions): Row[] {
  const labelled = (name: string) => {
    const text = note?.(name);
    return text === undefined ? name : `${name} (${text})`;
  };
  const rows = Map.groupBy(probes, ({ from, to }) => JSON.stringify([from, to]));
  return [...rows.values()].map((cells) => ({
    from: labelled(cells[0]!.from),
    to: labelled(cells[0]!.to),
    cells: families.map((family) => cells.find((cell) => cell.family === family)),
  }));
}

export function cellText(probe: ReportedProbe | undefined): string {
  if (!probe) return '–';
  if (!isAsExpected(probe)) return `✗ ${probe.result}, not ${probe.expect}`;
  if (probe.result === 'blocked') return '✓ blocked';
  return probe.rttMs === null ? '✓ reached' : `✓ ${probe.rttMs.toFixed(2)} ms`;
}

function paint(probe: ReportedProbe | undefined, text: string, colours: Colours): string {
  if (!probe) return colours.dim(text);
  if (!isAsExpected(probe)) return colours.red(text);
  return probe.result === 'blocked' ? colours.yellow(text) : colours.green(text);
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
