// What the leader of a database does for all: brings the schema up to date and asserts the options that are ours.

import { join } from 'node:path';
import { connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { CentralSettings } from '../settings.ts';
import { NORTHBOUND } from './kind.ts';
import type { DatabaseMember } from './member.ts';
import { upgradeSchema } from './schema-upgrade.ts';

/** Works whenever this member leads, and waits otherwise. */
export function leaderOffice(member: DatabaseMember, settings: CentralSettings): { close(): Promise<void> } {
  const { kind } = member;
  const { log, runDirectory, northdProbeMs, timing } = settings;
  let isDone = false;
  const table = kind === NORTHBOUND ? 'NB_Global' : 'SB_Global';
  const client: OvsdbClient = connect({
    endpoints: [`unix:${join(runDirectory, kind.socket)}`],
    database: kind.name,
    monitor: { [table]: ['options'] },
    // There is no other member to go to on this socket: while it follows, the connection just stays.
    leaderOnly: false,
    onStateChange: () => {
      isDone = false;
    },
  });
  client.replica.onChange(() => void assertOptions().catch(() => {}));
  const timer = setInterval(() => {
    if (!member.isLeader) isDone = false;
    else if (!isDone && client.state === 'current') void work();
  }, timing.tickMs);

  async function work(): Promise<void> {
    isDone = true;
    try {
      const versions = await upgradeSchema(client, kind.name, member.files.schema);
      if (versions) log.info({ database: kind.name, versions }, 'schema brought up to date');
      await assertOptions();
    } catch (error) {
      isDone = false;
      log.warn({ database: kind.name, err: error }, 'office');
    }
  }

  async function assertOptions(): Promise<void> {
    if (kind !== NORTHBOUND || !member.isLeader || client.state !== 'current') return;
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

  return {
    close() {
      clearInterval(timer);
      return client.close();
    },
  };
}
