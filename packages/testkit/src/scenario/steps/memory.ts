// What a scenario remembers: `<name>` stands for it in later lines.

import { show } from '../mismatch.ts';
import type { Scene } from '../scene.ts';
import type { StepDefinition } from '../step-definition.ts';
import { find } from './object-expectations.ts';

export const memorySteps: readonly StepDefinition[] = [
  {
    usage: 'remember <name> = object <kind> <object> <path>',
    help: 'a field of an object, such as `spec.v4IpAddress`',
    run(scene, { args }) {
      scene.memory.set(args.name!, fieldOf(scene, args.kind!, args.object!, args.path!));
    },
  },
  {
    usage: 'remember <name> = row <table> <row> <column>',
    help: 'a column of a row, such as `_uuid`',
    async run(scene, { args }) {
      scene.memory.set(args.name!, await columnOf(scene, args.table!, args.row!, args.column!));
    },
  },
  {
    usage: 'expect object <kind> <object> <path> is <value>',
    help: 'a field is what was remembered',
    run(scene, { args }) {
      const seen = fieldOf(scene, args.kind!, args.object!, args.path!);
      if (seen !== args.value) throw new Error(`expected ${args.value}, seen ${seen}`);
    },
  },
  {
    usage: 'expect object <kind> <object> <path> is not <value>',
    help: 'a field is something else',
    run(scene, { args }) {
      const seen = fieldOf(scene, args.kind!, args.object!, args.path!);
      if (seen === args.value) throw new Error(`it is ${seen}`);
    },
  },
  {
    usage: 'expect row <table> <row> <column> is <value>',
    help: 'a column is what was remembered: with `_uuid`, the row was not made anew',
    async run(scene, { args }) {
      const seen = await columnOf(scene, args.table!, args.row!, args.column!);
      if (seen !== args.value) throw new Error(`expected ${args.value}, seen ${seen}`);
    },
  },
];

function fieldOf(scene: Scene, kind: string, name: string, path: string): string {
  let value: unknown = find(scene, kind, name);
  if (value === undefined) throw new Error(`there is no ${kind} ${name}`);
  for (const part of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return textOf(value);
}

async function columnOf(scene: Scene, table: string, name: string, column: string): Promise<string> {
  await scene.northbound.current();
  const row = scene.northbound.named(table).find(({ identity }) => identity === name);
  if (row === undefined) throw new Error(`there is no ${table} ${name}`);
  return textOf(row.columns[column]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : show(value);
}
