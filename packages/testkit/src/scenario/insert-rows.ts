// Writes rows into Northbound as another client does: `- Table: { in: parent, column: value }`, names for references.

import { NB_SCHEMA } from '@kube-ovn/ovn-model';
import type { Columns, NamedUuid } from '@kube-ovn/ovsdb-client';
import type { Northbound } from './northbound.ts';
import { parentsOf, refersTo } from './row-identity.ts';

interface WrittenRow {
  readonly table: string;
  /** `name`, or `Table name` where rows of several tables can hold this one. */
  readonly parent?: string;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Inserts all in one transaction; returns their uuids. */
export async function insertRows(
  content: unknown,
  northbound: Northbound,
): Promise<readonly { table: string; uuid: string }[]> {
  await northbound.current();
  const transaction = northbound.client.newTransaction();
  const inserted = new Map<string, NamedUuid>();
  const made: { table: string; name: NamedUuid }[] = [];
  const find = (table: string, name: string) => {
    const uuid = inserted.get(`${table} ${name}`) ?? northbound.uuidOf(table, name);
    if (uuid === undefined) throw new Error(`there is no ${table} ${name}`);
    return uuid;
  };
  for (const { table, parent, columns } of writtenRows(content)) {
    const row: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(columns)) {
      const target = refersTo(NB_SCHEMA, table, column);
      row[column] = target === undefined ? value : [value].flat().map((name) => find(target, String(name)));
    }
    const uuid = transaction.insert(table, row as Columns);
    made.push({ table, name: uuid });
    if (columns.name !== undefined) inserted.set(`${table} ${columns.name}`, uuid);
    if (parent === undefined) continue;
    const { holder, column, name } = holderOf(table, parent);
    transaction.mutate(holder, find(holder, name), [{ column, mutator: 'insert', value: [uuid] }]);
  }
  const outcome = await northbound.client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
  return made.map(({ table, name }) => ({ table, uuid: outcome.uuids[name.named]! }));
}

function writtenRows(content: unknown): WrittenRow[] {
  if (!Array.isArray(content)) throw new Error('rows are written as a list: `- Table: { column: value }`');
  return content.flatMap((item) =>
    Object.entries(item as object).map(([table, fields]) => {
      const { in: parent, ...columns } = fields as { in?: string };
      return { table, parent, columns };
    }),
  );
}

function holderOf(table: string, parent: string): { holder: string; column: string; name: string } {
  const [first, second] = parent.split(' ');
  const candidates = parentsOf(NB_SCHEMA, table).filter((found) => second === undefined || found.table === first);
  const [found] = candidates;
  if (found === undefined || candidates.length > 1)
    throw new Error(
      `rows of ${table} lie in ${candidates.map((each) => each.table).join(' or ') || 'nothing'}: say which`,
    );
  return { holder: found.table, column: found.column, name: second ?? first! };
}
