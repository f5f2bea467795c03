// A table in blocks: pairs of places as rows, one column per family, everything aligned over all blocks.

import type { Colours } from '@kube-ovn/testkit/launch';

export interface Cell {
  readonly text: string;
  /** good: works as it must. quiet: is blocked, as it must be. */
  readonly tone: 'good' | 'quiet' | 'bad';
}

export interface Row {
  readonly from: string;
  readonly to: string;
  /** One per family; undefined was not asked. */
  readonly cells: readonly (Cell | undefined)[];
}

export interface Block {
  readonly title: string;
  readonly rows: readonly Row[];
}

const NOT_ASKED = '–';
const LEAST_CELL_WIDTH = 12;

export function renderTable(blocks: readonly Block[], families: readonly number[], colours: Colours): string {
  const rows = blocks.flatMap((block) => block.rows);
  const fromWidth = longest(rows.map(({ from }) => from));
  const toWidth = longest(rows.map(({ to }) => to));
  const cellWidth = Math.max(
    LEAST_CELL_WIDTH,
    longest(rows.flatMap(({ cells }) => cells.map((cell) => cell?.text ?? ''))),
  );
  const heads = families.map((family) => `IPv${family}`.padStart(cellWidth)).join('  ');
  const lines = blocks.flatMap(({ title, rows: ofBlock }) => [
    '',
    `${colours.bold(title.padEnd(fromWidth + toWidth + 5))}  ${colours.dim(heads)}`,
    ...ofBlock.map(({ from, to, cells }) => {
      const shown = cells.map((cell) => paint(cell, cellWidth, colours));
      return `  ${from.padEnd(fromWidth)} ${colours.dim('→')} ${to.padEnd(toWidth)}  ${shown.join('  ')}`;
    }),
  ]);
  return lines.slice(1).join('\n');
}

function paint(cell: Cell | undefined, width: number, colours: Colours): string {
  const tones = { good: colours.green, quiet: colours.yellow, bad: colours.red };
  const text = (cell?.text ?? NOT_ASKED).padStart(width);
  return cell ? tones[cell.tone](text) : colours.dim(text);
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
