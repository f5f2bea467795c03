// From the results of a look to the blocks of the table: one per kind of path, and one for data sent by TCP.

import { isAsExpected, type ReportedProbe, type ReportedTransfer } from './result.ts';
import type { Block, Cell, Row } from './table.ts';

const TITLES: Readonly<Record<string, string>> = {
  'pod-pod-same-node': 'Pod to pod, same node',
  'pod-pod-cross-node': 'Pod to pod, across nodes',
  'pod-pod-cross-subnet': 'Pod to pod, across subnets and VPCs',
  'pod-node': 'Pod to node',
  'node-pod': 'Node to pod',
  'pod-external': 'Pod to the outside world, which knows nodes only',
};
const BITS_PER_MEGABIT = 1e6;

/** What stands behind the name of a place, for example its node. */
export type Note = (name: string) => string | undefined;

export function probeBlocks(probes: readonly ReportedProbe[], families: readonly number[], note: Note): Block[] {
  return [...Map.groupBy(probes, ({ path }) => path)].map(([path, ofPath]) => ({
    title: TITLES[path] ?? path,
    rows: rowsOf(ofPath, families, note, probeCell),
  }));
}

export function transferBlock(
  transfers: readonly ReportedTransfer[],
  families: readonly number[],
  note: Note,
): Block | undefined {
  if (transfers.length === 0) return undefined;
  const megabytes = transfers[0]!.bytes / 1024 / 1024;
  return { title: `${megabytes} MiB by TCP`, rows: rowsOf(transfers, families, note, transferCell) };
}

export function probeCell(probe: ReportedProbe): Cell {
  const { expect, result, rttMs } = probe;
  if (!isAsExpected(probe)) return { text: `✗ ${result}, not ${expect}`, tone: 'bad' };
  if (result === 'blocked') return { text: '✓ blocked', tone: 'quiet' };
  return { text: rttMs === null ? '✓ reached' : `✓ ${rttMs.toFixed(2)} ms`, tone: 'good' };
}

export function transferCell({ ok, bytes, ms }: ReportedTransfer): Cell {
  if (!ok) return { text: '✗ hangs', tone: 'bad' };
  const megabits = (bytes * 8) / BITS_PER_MEGABIT / (ms / 1000);
  return { text: `✓ ${megabits.toFixed(0)} Mbit/s`, tone: 'good' };
}

function rowsOf<T extends { readonly from: string; readonly to: string; readonly family: number }>(
  results: readonly T[],
  families: readonly number[],
  note: Note,
  cellOf: (result: T) => Cell,
): Row[] {
  const labelled = (name: string) => {
    const text = note(name);
    return text === undefined ? name : `${name} (${text})`;
  };
  const pairs = Map.groupBy(results, ({ from, to }) => JSON.stringify([from, to]));
  return [...pairs.values()].map((ofPair) => ({
    from: labelled(ofPair[0]!.from),
    to: labelled(ofPair[0]!.to),
    cells: families.map((family) => {
      const result = ofPair.find((each) => each.family === family);
      return result && cellOf(result);
    }),
  }));
}
