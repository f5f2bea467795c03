import { describe, expect, test } from 'vitest';
import { dataPlaneCommand } from './data-plane-command.ts';
import { startOvsdb } from './ovsdb.ts';
import { runCommand } from './run-command.ts';
import { skipReason } from './skip-reason.ts';

const reason = skipReason('central');
if (reason) console.warn(`skipped: ${reason}`);

describe.skipIf(reason)('ovsdb', () => {
  test.each(['OVN_Northbound', 'OVN_Southbound', 'Open_vSwitch'] as const)('a standalone %s', async (schema) => {
    const db = await startOvsdb({ schema });
    expect(await listDatabases(db.endpoint)).toContain(schema);
    expect(await db.leader()).toBe(db.members[0]);
    await db.restart();
    expect(await listDatabases(db.endpoint)).toContain(schema);
    await db.stop();
  });

  test('a cluster survives its leader', async () => {
    const db = await startOvsdb({ schema: 'OVN_Northbound', clustered: 3, name: 'nb' });
    const first = await db.leader();
    await first.daemon.kill();
    const second = await db.leader();
    expect(second).not.toBe(first);
    await first.daemon.start();
    expect(await listDatabases(first.endpoint)).toContain('OVN_Northbound');
    expect(db.endpoints).toHaveLength(3);
    await db.stop();
  });

  test('a server that cannot start says why', async () => {
    await expect(startOvsdb({ schema: 'OVN_Northbound', tcp: '192.0.2.77' })).rejects.toThrow(
      /EADDRNOTAVAIL|192\.0\.2\.77/,
    );
  });
});

function listDatabases(endpoint: string): Promise<string> {
  return runCommand(dataPlaneCommand('ovsdb-client', ['list-dbs', endpoint]));
}
