import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type TlsIdentity } from './index.ts';
import { type Authority, makeAuthority } from './testing/certificates.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { StateLog } from './testing/state-log.ts';

describe.skipIf(!dataPlaneRoot())('TLS with certificates on both sides', () => {
  let directory: string;
  let ours: Authority;
  let strangers: Authority;
  let group: ServerGroup;
  let endpoint: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ovsdb-tls-'));
    ours = makeAuthority(dataPlaneRoot()!, directory, 'ours');
    strangers = makeAuthority(dataPlaneRoot()!, directory, 'strangers');
    const { keyFile, certFile } = ours.identity('server');
    group = await startOvsdb({
      args: [
        '--remote=pssl:0:127.0.0.1',
        ...[`--private-key=${keyFile}`, `--certificate=${certFile}`, `--ca-cert=${ours.caFile}`],
      ],
    });
    endpoint = `ssl:127.0.0.1:${await listeningPort(join(group.servers[0]!.directory, 's1.log'))}`;
  });
  afterAll(async () => {
    await group.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  function open(tls: TlsIdentity | undefined, log: StateLog): OvsdbClient {
    const onStateChange = log.onStateChange;
    return connect({
      endpoints: [endpoint],
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all' },
      tls,
      onStateChange,
    });
  }

  test('a client of the same authority is let in', async () => {
    const client = open(ours.identity('client'), new StateLog());
    await client.current();
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'over TLS' });
    expect(await client.transact(txn.operations)).toMatchObject({ ok: true });
    expect(client.replica.table('Logical_Switch').size).toBe(1);
    await client.close();
  });

  test.each([
    [
      'a server of another authority is not believed',
      () => strangers.identity('client-a'),
      /unable to verify|self-signed|issuer/,
    ],
    [
      'a client of another authority is not let in',
      () => ({ ...strangers.identity('client-b'), ca: readFileSync(ours.caFile, 'utf8') }),
      /alert|closed|ECONNRESET/,
    ],
  ])('%s', async (_name, identity, why) => {
    const log = new StateLog();
    const left = log.next('connecting');
    const client = open(identity(), log);
    expect(await left).toMatch(why);
    expect(log.seen.map(({ state }) => state)).not.toContain('current');
    await client.close();
  });
});

/** The port that the system chose, from the server's log; the line may come after the unix socket is there. */
async function listeningPort(logFile: string): Promise<string> {
  for (;;) {
    const port = /listening on port (\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (port !== undefined) return port;
    await setTimeout(5);
  }
}
