import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Lock, type LockState, type OvsdbClient } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { Relay } from './testing/relay.ts';

describe.skipIf(!dataPlaneRoot())('locks between two clients', () => {
  let group: ServerGroup;
  let relay: Relay;
  let clients: OvsdbClient[] = [];

  beforeAll(async () => {
    group = await startOvsdb();
    relay = await Relay.start(group.servers[0]!.directory, group.servers[0]!.endpoint);
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
  });
  afterAll(async () => {
    await relay.stop();
    await group.stop();
  });

  async function open(endpoint = group.servers[0]!.endpoint): Promise<OvsdbClient> {
    const client = connect({ endpoints: [endpoint], database: 'OVN_Northbound', monitor: {} });
    clients.push(client);
    await client.current();
    return client;
  }

  function next(lock: Lock, state: LockState): Promise<void> {
    return new Promise((resolve) => {
      const stop = lock.onChange((now) => {
        if (now !== state) return;
        stop();
        resolve();
      });
    });
  }

  test('the second waits until the first lets go', async () => {
    const [a, b] = [await open(), await open()];
    const first = a.lock('leader');
    await first.held();
    const second = b.lock('leader');
    await b.request('echo', []);
    expect([first.state, second.state]).toEqual(['held', 'waiting']);
    expect(await a.transact(a.newTransaction().assertLock('leader').operations)).toMatchObject({ ok: true });
    first.unlock();
    await second.held();
    expect(first.state).toBe('released');
    expect(await a.transact(a.newTransaction().assertLock('leader').operations)).toMatchObject({
      ok: false,
      error: { kind: 'not owner' },
    });
  });

  test('the connection of the holder ends: the lock goes to the next', async () => {
    const [a, b] = [await open(), await open()];
    await a.lock('heir').held();
    const second = b.lock('heir');
    await b.request('echo', []);
    await a.close();
    await second.held();
  });

  test('a stolen lock comes back when the thief lets go', async () => {
    const [a, b] = [await open(), await open()];
    const victim = a.lock('prize');
    await victim.held();
    const thief = b.lock('prize');
    await b.request('echo', []);
    const stolen = next(victim, 'stolen');
    thief.steal();
    await Promise.all([thief.held(), stolen]);
    const back = next(victim, 'held');
    thief.unlock();
    await back;
  });

  test('a lock is asked for again after a reconnect', async () => {
    const a = await open(relay.endpoint);
    const lock = a.lock('again');
    await lock.held();
    const lost = next(lock, 'waiting');
    relay.cut();
    await lost;
    await lock.held();
    expect(a.state).toBe('current');
  });

  test('a name the server would not take is refused at once', async () => {
    const a = await open();
    expect(() => a.lock('my-lock')).toThrow(TypeError);
    expect(() => a.newTransaction().assertLock('my-lock')).toThrow(TypeError);
  });

  test('held() ends by its signal and by release; asking twice gives the same lock', async () => {
    const [a, b] = [await open(), await open()];
    await a.lock('busy').held();
    const lock = b.lock('busy');
    expect(b.lock('busy')).toBe(lock);
    await expect(lock.held(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    const waiting = lock.held();
    lock.unlock();
    await expect(waiting).rejects.toThrow('released');
  });
});
