// A userspace switch measures the clock of its processor for a tenth of a second when it meets its first configuration. The
// next one meets an empty one, served by a database made for this, while the old one still forwards.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@kube-ovn/ovsdb-client';
import { ManagedProcess, runTool, until } from '@kube-ovn/supervise';
import { databaseSocket } from '../node/database.ts';
import type { NodeSettings } from '../settings.ts';

const LIMIT_MS = 20_000;
/** It has a tap of this name for as long as it is there. */
const WARM_DATAPATH = 'netdev@ovs-warm';

/** Spawns the switch, which is warm afterwards and looks for its database again. */
export async function warmUp(settings: NodeSettings, generation: string, vswitchd: ManagedProcess): Promise<void> {
  const { directories, command, log, logDirectory } = settings;
  const path = join(directories.run, `warm.${generation}.db`);
  const socket = databaseSocket(directories, generation);
  const name = 'ovsdb-server-warm-up';
  const server = new ManagedProcess({
    ...{ name, binary: 'ovsdb-server', command, log },
    controlSocket: join(directories.run, `warm.${generation}.ctl`),
    logFile: logDirectory && join(logDirectory, `${name}.log`),
    args: () => [path, `--remote=punix:${socket}`, '-vconsole:warn', '-vsyslog:off', '-vfile:off'],
  });
  try {
    await runTool(command('ovsdb-tool', ['-voff', 'create', path, join(directories.schema, 'vswitch.ovsschema')]));
    await server.start();
    await addRow(socket);
    vswitchd.spawn();
    await vswitchd.answers();
    // The command comes with the datapaths, and the measuring with the first one of them.
    const warm = () => vswitchd.control('dpctl/add-dp', WARM_DATAPATH).then(() => true);
    await until('a warm ovs-vswitchd', warm, { timeoutMs: LIMIT_MS });
    await vswitchd.control('dpctl/del-dp', WARM_DATAPATH);
  } finally {
    await server.kill();
    for (const rest of [path, `${join(directories.run, `.warm.${generation}.db`)}.~lock~`, socket])
      rmSync(rest, { force: true });
    rmSync(join(directories.run, `warm.${generation}.ctl`), { force: true });
  }
}

async function addRow(socket: string): Promise<void> {
  const client = connect({
    endpoints: [`unix:${socket}`],
    database: 'Open_vSwitch',
    monitor: { Open_vSwitch: ['bridges'] },
  });
  try {
    await client.current(AbortSignal.timeout(LIMIT_MS));
    const transaction = client.newTransaction();
    transaction.insert('Open_vSwitch', {});
    await client.transact(transaction.operations);
  } finally {
    await client.close();
  }
}
