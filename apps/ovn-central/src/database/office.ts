// What the leader of a database does for all: brings the schema up to date and asserts the options that are ours.

import { join } from 'node:path';
import { connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { CentralSettings } from '../settings.ts';
import { type DatabaseKind, NORTHBOUND } from './kind.ts';
import { upgradeSchema } from './schema-upgrade.ts';

/** Works whenever this member leads, and waits otherwise. */
export function leaderOffice(
  kind: DatabaseKind,
  settings: CentralSettings,
  schemaPath: string,
): { close(): Promise<void> } {
  const { log, runDirectory, northdProbeMs } = settings;
  const table = kind === NORTHBOUND ? 'NB_Global' : 'SB_Global';
  const client: OvsdbClient = connect({
    endpoints: [`unix:${join(runDirectory, kind.socket)}`],
    database: kind.name,
    monitor: { [table]: ['options'] },
    onStateChange: (state) => {
      if (state === 'current')
        void work().catch((error: unknown) => log.warn({ database: kind.name, err: error }, 'office'));
    },
  });
  client.replica.onChange(() => void assertOptions().catch(() => {}));

  async function work(): Promise<void> {
    const versions = await upgradeSchema(client, kind.name, schemaPath);
    if (versions) log.info({ database: kind.name, versions }, 'schema brought up to date');
    await assertOptions();
  }

  async function assertOptions(): Promise<void> {
    if (kind !== NORTHBOUND || client.state !== 'current') return;
    const [row] = [...client.replica.table(table).rows()];
    const options = (row?.options ?? {}) as Readonly<Record<string, string>>;
    const wanted = { northd_probe_interval: String(northdProbeMs) };
    if (!row || options.northd_probe_interval === wanted.northd_probe_interval) return;
    const transaction = client.newTransaction();
    const [key, value] = Object.entries(wanted)[0]!;
    // Only our key: others write theirs into the same map.
    transaction.mutate(table, row._uuid, [
      { column: 'options', mutator: 'delete', value: [key] },
      { column: 'options', mutator: 'insert', value: { [key]: value } },
    ]);
    await client.transact(transaction.operations);
  }

  return { close: () => client.close() };
}
