// What is in Northbound, and rows that others put there.

import { insertRows } from '../insert-rows.ts';
import { mismatch, show } from '../mismatch.ts';
import type { NamedRow } from '../northbound.ts';
import type { Scene } from '../scene.ts';
import type { StepDefinition } from '../step-definition.ts';

export const rowSteps: readonly StepDefinition[] = [
  {
    usage: 'rows',
    help: 'rows that somebody writes into Northbound: `- Table: { in: parent, column: value }`, names for references',
    content: 'required',
    run: async (scene, { content }) => void (await insertRows(content, scene.northbound)),
  },
  {
    usage: 'foreign rows',
    help: 'like rows; at the end of the scenario they must be as they were',
    content: 'required',
    run: (scene, { content }) => insertForeignRows(scene, content),
  },
  {
    usage: 'delete row <table> <name>',
    help: 'somebody deletes a row of ours',
    async run(scene, { args }) {
      await scene.northbound.current();
      const uuid = scene.northbound.uuidOf(args.table!, args.name!);
      if (uuid === undefined) throw new Error(`there is no ${args.table} ${args.name}`);
      const transaction = scene.northbound.client.newTransaction().delete(args.table!, uuid);
      const outcome = await scene.northbound.client.transact(transaction.operations);
      if (!outcome.ok) throw outcome.error;
    },
  },
  {
    usage: 'change row <table> <name>',
    help: 'somebody changes columns of a row',
    content: 'required',
    async run(scene, { args, content }) {
      await scene.northbound.current();
      const uuid = scene.northbound.uuidOf(args.table!, args.name!);
      if (uuid === undefined) throw new Error(`there is no ${args.table} ${args.name}`);
      const transaction = scene.northbound.client.newTransaction().update(args.table!, uuid, content as never);
      const outcome = await scene.northbound.client.transact(transaction.operations);
      if (!outcome.ok) throw outcome.error;
    },
  },
  {
    usage: 'expect row <table> [<name>]',
    help: 'exactly one row with this name and at least these columns; sets have no order, references are names',
    content: 'optional',
    async run(scene, { args, content }) {
      const rows = await named(scene, args.table!, args.name);
      const matching = rows.filter((row) => mismatch(content ?? {}, row.columns, { sets: true }) === undefined);
      if (matching.length === 1) return;
      if (matching.length > 1)
        throw new Error(`${matching.length} rows match: ${matching.map(({ identity }) => identity).join(', ')}`);
      if (rows.length === 1) throw new Error(mismatch(content ?? {}, rows[0]!.columns, { sets: true }));
      throw new Error(`there is none: ${summary(rows.length > 0 ? rows : await named(scene, args.table!))}`);
    },
  },
  {
    usage: 'expect no row <table> [<name>]',
    help: 'no row with this name and these columns',
    content: 'optional',
    async run(scene, { args, content }) {
      const rows = await named(scene, args.table!, args.name);
      const found = rows.find((row) => mismatch(content ?? {}, row.columns, { sets: true }) === undefined);
      if (found !== undefined) throw new Error(`there is one: ${show(found.columns)}`);
    },
  },
  {
    usage: 'expect rows <table> count <n>',
    help: 'so many rows with these columns',
    content: 'optional',
    async run(scene, { args, content }) {
      const rows = await named(scene, args.table!);
      const matching = rows.filter((row) => mismatch(content ?? {}, row.columns, { sets: true }) === undefined);
      if (matching.length !== Number(args.n))
        throw new Error(`expected ${args.n}, seen ${matching.length}: ${summary(matching)}`);
    },
  },
];

export async function insertForeignRows(scene: Scene, content: unknown): Promise<void> {
  const made = await insertRows(content, scene.northbound);
  for (const { table, uuid } of made) {
    const row = scene.northbound.client.replica.table(table).get(uuid);
    if (row === undefined) throw new Error(`the row of ${table} did not stay`);
    scene.foreign.push({ table, uuid, row });
  }
}

async function named(scene: Scene, table: string, name?: string): Promise<readonly NamedRow[]> {
  await scene.northbound.current();
  const rows = scene.northbound.named(table);
  return name === undefined ? rows : rows.filter((row) => row.identity === name);
}

function summary(rows: readonly NamedRow[]): string {
  const shown = rows.slice(0, 12).map(({ identity }) => identity);
  return `[${shown.join('; ')}${rows.length > shown.length ? '; ...' : ''}]`;
}
