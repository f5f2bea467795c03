// The cases R1 to R8: what made watches of other clients go deaf, stop, leak or storm.

import { describe, expect, test } from 'vitest';
import type { KubeObject } from './object.ts';
import { Reflector } from './reflector.ts';
import { type FakeCollection, PODS } from './testing/fake-collection.ts';
import {
  type Answer,
  cutAfter,
  garbage,
  json,
  reset,
  stall,
  stallAfterHeaders,
  status,
  streamOf,
} from './testing/fault-server.ts';
import { type Fixture, reflectorFixture } from './testing/reflector-fixture.ts';
import { until } from './testing/until.ts';

async function watching({ pods, reflector }: Fixture): Promise<void> {
  reflector.start();
  await reflector.synced();
  await until(() => pods.watches.size === 1, 'a watch is open');
}

/** The server goes on, but our watch hears nothing of it: packets are lost, no RST comes. */
function deafen(pods: FakeCollection): void {
  pods.watches.clear();
}

describe('R1: a watch that goes silent', () => {
  test('is noticed; a deletion it hid is found by a list', async () => {
    const it = await reflectorFixture({ silenceMs: 50 });
    it.pods.put('a');
    it.pods.put('b');
    await watching(it);
    deafen(it.pods);
    it.pods.remove('a');
    await until(() => !it.reflector.store.has('default/a'));
    expect(it.changes.at(-1)).toMatchObject({ key: 'default/a', source: 'list' });
    expect(it.reflector.store.has('default/b')).toBe(true);
    expect(it.pods.server.sockets.size).toBeLessThanOrEqual(2);
  });

  test('resumes without a list when it had given a sign of life before', async () => {
    const it = await reflectorFixture({ silenceMs: 50 });
    it.pods.put('a');
    await watching(it);
    it.pods.bookmark();
    await until(() => it.reflector.store.seenVersion === '102');
    deafen(it.pods);
    it.pods.remove('a');
    await until(() => !it.reflector.store.has('default/a'));
    expect(it.changes.at(-1)?.source).toBe('watch');
    expect(it.pods.watchRequests()[1]?.query.get('resourceVersion')).toBe('102');
  });

  test('half-open before the answer: no headers ever come', async () => {
    const it = await reflectorFixture({ silenceMs: 50 });
    it.pods.faults.watch.push(stall, stallAfterHeaders);
    await watching(it);
    expect(it.pods.watchRequests().length).toBeGreaterThanOrEqual(3);
    expect(it.errors.map((error) => error.message)).toContain('the watch is silent');
  });

  test('bytes of any kind keep a watch alive', async () => {
    const it = await reflectorFixture({ silenceMs: 500 });
    await watching(it);
    const beats = setInterval(() => it.pods.bookmark(), 20);
    await until(() => it.pods.version > 150);
    clearInterval(beats);
    expect(it.pods.watchRequests()).toHaveLength(1);
  });
});

describe('R2: a watch that is reset or cut', () => {
  test('resumes from the last resourceVersion, again and again', async () => {
    const it = await reflectorFixture();
    await watching(it);
    for (let n = 0; n < 20; n++) {
      const version = String(it.pods.version);
      it.pods.resetWatches();
      it.pods.put(`p${n}`);
      await until(() => it.reflector.store.has(`default/p${n}`) && it.pods.watches.size === 1);
      expect(it.pods.watchRequests().at(-1)?.query.get('resourceVersion')).toBe(version);
    }
    expect(it.pods.lists()).toHaveLength(1);
    expect(it.changes).toHaveLength(20);
  });

  test('an event cut in the middle is asked for again', async () => {
    const it = await reflectorFixture();
    it.pods.faults.watch.push(cutAfter('{"type":"ADDED","object":{"metadata":{"na'));
    it.pods.faults.watch.push(streamOf('{"type":"ADDED","object":{"metadata":{"na'));
    await watching(it);
    it.pods.put('a');
    await until(() => it.reflector.store.has('default/a'));
    expect(it.pods.lists()).toHaveLength(1);
    expect(it.errors).toHaveLength(2);
  });
});

describe('R3 and R4: retries', () => {
  test('each uses a fresh connection', async () => {
    const it = await reflectorFixture();
    await watching(it);
    const before = it.pods.server.accepted;
    for (let n = 1; n <= 10; n++) {
      it.pods.endWatches();
      await until(() => it.pods.watchRequests().length === n + 1 && it.pods.watches.size === 1);
    }
    expect(it.pods.server.accepted - before).toBe(10);
  });

  test('wait longer and longer, with jitter, up to the limit', async () => {
    const it = await reflectorFixture({ minBackoffMs: 100, maxBackoffMs: 1600, random: () => 0.5 });
    it.pods.faults.watch.push(...Array.from({ length: 7 }, () => reset));
    await watching(it);
    expect(it.waits).toEqual([75, 150, 300, 600, 1200, 1200, 1200]);
  });

  test('a server that ends every watch at once does not make a busy loop', async () => {
    const it = await reflectorFixture({ minBackoffMs: 10_000, maxBackoffMs: 40_000, random: () => 1 });
    it.pods.faults.watch.push(...Array.from({ length: 4 }, () => streamOf()));
    await watching(it);
    expect(it.waits).toEqual([10_000, 20_000, 40_000, 40_000]);
  });

  test('there is never more than one watch', async () => {
    const it = await reflectorFixture();
    await watching(it);
    for (let n = 0; n < 50; n++) {
      it.pods.resetWatches();
      await until(() => it.pods.watchRequests().length === n + 2 && it.pods.watches.size === 1);
    }
    expect(it.pods.maxWatches).toBe(1);
  });

  test('Retry-After is waited for', async () => {
    const it = await reflectorFixture({ minBackoffMs: 1 });
    it.pods.faults.watch.push(status(429, 'TooManyRequests', { 'Retry-After': '7' }));
    await watching(it);
    expect(it.waits).toEqual([7000]);
  });
});

describe('R5: sockets', () => {
  test('stay constant over 1000 reconnects of the watch', async () => {
    const it = await reflectorFixture();
    await watching(it);
    let most = 0;
    for (let n = 1; n <= 1000; n++) {
      if (n % 2 === 0) it.pods.resetWatches();
      else it.pods.endWatches();
      await until(() => it.pods.watchRequests().length === n + 1 && it.pods.watches.size === 1);
      most = Math.max(most, it.pods.server.sockets.size);
    }
    expect(most).toBeLessThanOrEqual(3);
    await until(() => it.pods.server.sockets.size <= 2);
  });

  test('stay constant over 1000 restarts of the reflector', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    let most = 0;
    for (let n = 0; n < 1000; n++) {
      const restarted = new Reflector({ client: it.client, ref: PODS });
      restarted.start();
      await restarted.synced();
      await restarted.stop();
      most = Math.max(most, it.pods.server.sockets.size);
    }
    expect(most).toBeLessThanOrEqual(5);
    await until(() => it.pods.server.sockets.size <= 1);
  });
});

describe('R6: equal resourceVersion is not an event', () => {
  test('neither in a replaying watch nor in a relist', async () => {
    const it = await reflectorFixture();
    const a = it.pods.put('a');
    it.pods.put('b');
    await watching(it);
    it.pods.broadcast(
      `${JSON.stringify({ type: 'ADDED', object: a })}\n${JSON.stringify({ type: 'MODIFIED', object: a })}\n`,
    );
    const stored = it.reflector.store.get('default/b');
    it.pods.compact();
    it.pods.faults.watch.push(status(410, 'Expired'));
    it.pods.resetWatches();
    await until(() => it.pods.lists().length === 2 && it.pods.watches.size === 1);
    expect(it.changes).toHaveLength(2);
    expect(it.reflector.store.get('default/b')).toBe(stored);
  });
});

describe('R7: it never stops', () => {
  const troubles: [string, Answer][] = [
    ['500', status(500, 'InternalError')],
    ['503', status(503, 'ServiceUnavailable')],
    ['403', status(403, 'Forbidden')],
    ['404', status(404, 'NotFound')],
    ['401', status(401, 'Unauthorized')],
    ['410', status(410, 'Expired')],
    ['an HTML page', (_request, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>')],
    ['JSON that is nothing we know', json(200, { hello: 'world' })],
    ['null', json(200, null)],
    ['text', streamOf('this is not JSON\n')],
    ['bytes that are not HTTP', garbage],
    ['a reset', reset],
    ['a body cut short', cutAfter('{"kind":"PodList","metadata":{"res')],
  ];

  test.each(troubles)('a list that answers with %s', async (_name, answer) => {
    const it = await reflectorFixture();
    it.pods.put('a');
    // A read is asked twice before its failure shows.
    it.pods.faults.list.push(answer, answer, answer);
    it.reflector.start();
    await until(() => it.errors.length > 0);
    await watching(it);
    expect(it.reflector.store.size).toBe(1);
    expect(it.reflector.healthy).toBe(true);
  });

  test.each(troubles)('a watch that answers with %s', async (_name, answer) => {
    const it = await reflectorFixture();
    it.pods.put('a');
    it.pods.faults.watch.push(answer, answer, answer);
    await watching(it);
    it.pods.put('b');
    await until(() => it.reflector.store.size === 2);
    expect(it.errors.length).toBeGreaterThanOrEqual(3);
    expect(it.changes).toHaveLength(2);
  });

  test('a server that is away: not healthy meanwhile, healthy after', async () => {
    const it = await reflectorFixture();
    await watching(it);
    it.pods.faults.watch.push(...Array.from({ length: 1000 }, () => reset));
    it.pods.resetWatches();
    await until(() => !it.reflector.healthy);
    expect(it.reflector.isSynced).toBe(true);
    it.pods.faults.watch.length = 0;
    await until(() => it.reflector.healthy);
  });

  test('an ERROR event of 410 means a list, any other a resume', async () => {
    const it = await reflectorFixture();
    const error = (code: number, reason: string): string =>
      `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code, reason, message: 'x' } })}\n`;
    it.pods.faults.watch.push(streamOf(error(500, 'InternalError')));
    await watching(it);
    expect(it.pods.lists()).toHaveLength(1);
    it.pods.broadcast(error(410, 'Expired'));
    await until(() => it.pods.lists().length === 2 && it.pods.watches.size === 1);
  });

  test('a resourceVersion from before a restore of etcd means a list', async () => {
    const it = await reflectorFixture();
    it.pods.put('a');
    await watching(it);
    it.pods.faults.watch.push((request, response) => {
      it.pods.restoreBackup(50);
      json(504, { code: 504, reason: 'Timeout', message: 'Too large resource version: 101, current: 50' })(
        request,
        response,
      );
    });
    it.pods.resetWatches();
    await until(() => it.pods.lists().length === 2 && it.pods.watches.size === 1);
    expect(it.reflector.store.seenVersion).toBe('50');
    expect(it.reflector.store.size).toBe(0);
    it.pods.put('b');
    await until(() => it.reflector.store.has('default/b'));
  });

  test('an event that stays unreadable behind known ones leads to a list', async () => {
    const it = await reflectorFixture();
    const known = `${JSON.stringify({ type: 'MODIFIED', object: it.pods.put('a') })}\n`;
    it.pods.faults.watch.push(streamOf(known, 'x\n'), streamOf(known, 'x\n'));
    await watching(it);
    expect(it.pods.lists()).toHaveLength(2);
  });

  test('an event that stays unreadable leads to a list', async () => {
    const it = await reflectorFixture();
    it.pods.faults.watch.push(streamOf('{"type":"ADDED",\n'), streamOf('{"type":"ADDED",\n'));
    await watching(it);
    expect(it.pods.lists()).toHaveLength(2);
  });

  test('listeners, index functions, trim and onState may throw', async () => {
    const trim = (raw: KubeObject): KubeObject => {
      if (raw.poison) throw new Error('trim');
      return raw;
    };
    const onState = (): void => {
      throw new Error('onState');
    };
    const it = await reflectorFixture({ trim, onState });
    it.reflector.store.onChange(() => {
      throw new Error('listener');
    });
    it.reflector.store.addIndex('broken', () => {
      throw new Error('index');
    });
    it.pods.put('a');
    await watching(it);
    it.pods.put('a', { poison: true });
    it.pods.put('b');
    await until(() => it.reflector.store.has('default/b'));
    expect(new Set(it.errors.map((error) => error.message))).toEqual(new Set(['trim', 'onState', 'listener', 'index']));
    expect(it.reflector.store.get('default/a')).not.toHaveProperty('poison');
    expect(it.pods.watchRequests()).toHaveLength(1);
  });
});

describe('R8: 410 while paging', () => {
  test('starts over, shows no half list and keeps one copy of what did not change', async () => {
    let trims = 0;
    const trim = (raw: KubeObject): KubeObject => {
      trims++;
      return raw;
    };
    const it = await reflectorFixture({ pageSize: 10, trim });
    for (let n = 0; n < 100; n++) it.pods.put(`p${n}`);
    const sizes: number[] = [];
    const observed: Answer = (request, response) => {
      sizes.push(it.reflector.store.size);
      it.pods.honest(request, response);
    };
    it.pods.faults.list.push(observed, observed, status(410, 'Expired'), observed, observed);
    it.reflector.store.onChange(() => sizes.push(it.reflector.store.size));
    await watching(it);
    expect(sizes.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(new Set(sizes.slice(4))).toEqual(new Set([100]));
    expect(
      it.pods
        .lists()
        .map((request) => request.query.get('limit'))
        .slice(0, 5),
    ).toEqual(['10', '10', '10', '20', '20']);

    const before = [...it.reflector.store.values()];
    trims = 0;
    deafen(it.pods);
    it.pods.remove('p0');
    it.pods.put('p1', { changed: true });
    it.pods.compact();
    it.pods.faults.list.push(it.pods.honest, status(410, 'Expired'));
    for (const socket of it.pods.server.sockets) socket.resetAndDestroy();
    await until(() => it.reflector.store.size === 99);
    const after = new Set(it.reflector.store.values());
    expect(before.filter((object) => after.has(object))).toHaveLength(98);
    expect(it.changes).toHaveLength(102);
    expect(trims).toBe(2); // p1, before and after the restart
  });

  test('what was deleted while paging is not taken from the pages before', async () => {
    const it = await reflectorFixture({ pageSize: 1 });
    it.pods.put('a');
    it.pods.put('b');
    it.pods.faults.list.push(it.pods.honest, (request, response) => {
      it.pods.remove('a');
      status(410, 'Expired')(request, response);
    });
    await watching(it);
    expect([...it.reflector.store.keys()]).toEqual(['default/b']);
  });

  test('gives up after some restarts and tries again later', async () => {
    const it = await reflectorFixture({ pageSize: 1 });
    it.pods.put('a');
    it.pods.put('b');
    for (let n = 0; n < 6; n++)
      it.pods.faults.list.push(json(200, { metadata: { continue: 'x' }, items: [] }), status(410, 'Expired'));
    await watching(it);
    expect(it.waits).toHaveLength(1);
    expect(it.reflector.store.size).toBe(2);
  });
});
