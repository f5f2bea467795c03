import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Central, startCentral } from './central.ts';
import { skipReason } from './skip-reason.ts';

const reason = skipReason('central');
if (reason) console.warn(`skipped: ${reason}`);

describe.skipIf(reason)('central', () => {
  let central: Central;
  beforeAll(async () => {
    central = await startCentral({ tcp: '127.0.0.1' });
  });
  afterAll(() => central?.stop());

  test('a switch of the Northbound database reaches the Southbound one', async () => {
    await central.nbctl('ls-add', 'ls1');
    await central.waitNorthd();
    expect(await central.sbctl('--bare', '--columns=external_ids', 'list', 'Datapath_Binding')).toContain('name=ls1');
  });

  test('both databases listen by TCP', async () => {
    expect(central.nb.tcpEndpoints[0]).toMatch(/^tcp:127\.0\.0\.1:\d+$/);
    expect(await central.nbctl(`--db=${central.nb.tcpEndpoints[0]}`, 'get', 'NB_Global', '.', 'ipsec')).toBe('false');
  });

  test('every process is known by its pid file', () => {
    for (const daemon of [central.northd, central.nb.members[0]!.daemon, central.sb.members[0]!.daemon]) {
      expect(readFileSync(daemon.pidFile, 'utf8').trim()).toBe(String(daemon.pid));
    }
  });

  test('a power cut loses no committed row', async () => {
    await central.nbctl('ls-add', 'ls2');
    await central.kill();
    expect(central.northd.running).toBe(false);
    await central.restart();
    await central.waitNorthd();
    expect(await central.nbctl('ls-list')).toContain('(ls2)');
  });

  test('northd can be killed alone', async () => {
    await central.northd.kill();
    await central.nbctl('ls-add', 'ls3');
    await central.northd.restart();
    await central.waitNorthd();
    expect(await central.sbctl('--bare', '--columns=external_ids', 'list', 'Datapath_Binding')).toContain('name=ls3');
  });
});

test.skipIf(reason)('stop leaves neither processes nor files', async () => {
  const central = await startCentral();
  const { pid, pidFile } = central.northd;
  await central.stop();
  expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
  expect(existsSync(pidFile)).toBe(false);
});
