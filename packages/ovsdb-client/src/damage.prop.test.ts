import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type Row } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { Relay } from './testing/relay.ts';
import { StateLog } from './testing/state-log.ts';

describe.skipIf(!dataPlaneRoot())('a line that damages what a real server sends', () => {
  let group: ServerGroup;
  let relay: Relay;
  let truth: OvsdbClient;
  let streamLength: number;

  beforeAll(async () => {
    group = await startOvsdb();
    relay = await Relay.start(group.servers[0]!.directory, group.servers[0]!.endpoint);
    truth = open(group.servers[0]!.endpoint);
    await truth.current();
    const txn = truth.newTransaction();
    for (let i = 0; i < 10; i += 1) {
      const port = txn.insert('Logical_Switch_Port', { name: `p${i}`, addresses: ['dynamic', 'unknown'], tag: i + 1 });
      txn.insert('Logical_Switch', { name: `ls${i}`, ports: [port], external_ids: { a: 'ü', b: '"' } });
    }
    await truth.transact(txn.operations);
    const probe = open(relay.endpoint);
    await probe.current();
    streamLength = relay.received.length;
    await probe.close();
  });
  afterAll(async () => {
    await truth.close();
    await relay.stop();
    await group.stop();
  });

  function open(endpoint: string, onStateChange?: StateLog['onStateChange']): OvsdbClient {
    // A damaged bracket can make a message that never ends; the probe finds that out.
    const inactivityProbeMs = 30;
    const monitor = { Logical_Switch: 'all', Logical_Switch_Port: 'all' } as const;
    return connect({ endpoints: [endpoint], database: 'OVN_Northbound', monitor, inactivityProbeMs, onStateChange });
  }

  /** Replaces the byte at one place of the stream; nothing else. */
  function damageAt(place: number, change: (byte: number) => number): (bytes: Buffer) => Buffer {
    let passed = 0;
    return (bytes) => {
      const at = place - passed;
      passed += bytes.length;
      if (at < 0 || at >= bytes.length) return bytes;
      const damaged = Buffer.from(bytes);
      damaged[at] = change(bytes[at]!);
      return damaged;
    };
  }

  function rowsOf(client: OvsdbClient): Row[] {
    return ['Logical_Switch', 'Logical_Switch_Port'].flatMap((name) =>
      [...client.replica.table(name).rows()].sort((a, b) => (a._uuid < b._uuid ? -1 : 1)),
    );
  }

  test('a byte that cannot be JSON: not one row is taken, and the next connection is complete', async () => {
    const impossible = fc.constantFrom(0x00, 0xff, 0xc0);
    await fc.assert(
      fc.asyncProperty(fc.nat(), impossible, async (place, byte) => {
        const log = new StateLog();
        const left = log.next('connecting');
        relay.damage = damageAt(place % streamLength, () => byte);
        const client = open(relay.endpoint, log.onStateChange);
        await left;
        expect(rowsOf(client)).toEqual([]);
        relay.damage = undefined;
        await client.current();
        expect(rowsOf(client)).toEqual(rowsOf(truth));
        await client.close();
      }),
      { numRuns: 40 },
    );
  });

  test('any other byte: no crash, and after the damage has ended the copy is right', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        const log = new StateLog();
        relay.damage = damageAt(place % streamLength, (byte) => byte ^ flip);
        const client = open(relay.endpoint, log.onStateChange);
        await Promise.race([client.current(), log.next('connecting')]);
        relay.damage = undefined;
        if (client.state === 'current') {
          const left = log.next('connecting');
          relay.cut();
          await left;
        }
        await client.current();
        expect(rowsOf(client)).toEqual(rowsOf(truth));
        await client.close();
      }),
      { numRuns: 40 },
    );
  });
});
