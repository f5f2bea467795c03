import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { at, ContractClient } from './contract/contract-client.ts';
import { configMap, pod } from './contract/contract-world.ts';
import { type ApiServer, startApiServer } from './start-api-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('faults', () => {
  let server: ApiServer;
  let client: ContractClient;

  beforeEach(async () => {
    server = await startApiServer();
    client = new ContractClient(server);
  });

  afterEach(async () => {
    client.close();
    await server.close();
  });

  test('cutWatches resets the connections of matching watches only', async () => {
    const cut = await client.watch(`${CONFIG_MAPS}?resourceVersion=${server.revision}`);
    const kept = await client.watch(`/api/v1/pods?resourceVersion=${server.revision}`);
    expect(server.faults.cutWatches({ resource: 'configmaps' })).toBe(1);
    await expect(cut.next()).rejects.toThrow();
    server.objects.create(pod('a'));
    expect(await kept.take(1)).toEqual(['ADDED a']);
  });

  test('cutWatches can end a stream cleanly', async () => {
    const watch = await client.watch(`${CONFIG_MAPS}?resourceVersion=${server.revision}`);
    server.faults.cutWatches({}, 'end');
    expect(await watch.next()).toBeUndefined();
  });

  test('a watch resumes after a cut without a loss', async () => {
    const since = server.revision;
    const watch = await client.watch(`${CONFIG_MAPS}?resourceVersion=${since}`);
    server.objects.create(configMap('before'));
    const seen = at(await watch.next(), 'object.metadata.resourceVersion');
    server.faults.cutWatches();
    server.objects.create(configMap('between'));
    const resumed = await client.watch(`${CONFIG_MAPS}?resourceVersion=${seen}`);
    expect(await resumed.take(1)).toEqual(['ADDED between']);
  });

  test('expireHistory makes every older resourceVersion and continue token too old', async () => {
    server.objects.create(configMap('a'));
    server.objects.create(configMap('b'));
    const page = await client.get(`${CONFIG_MAPS}?limit=1`);
    const revision = server.revision;
    server.faults.expireHistory();
    const watch = await client.watch(`${CONFIG_MAPS}?resourceVersion=${revision}`);
    const event = await watch.next();
    expect([event?.type, at(event, 'object.code'), at(event, 'object.reason')]).toEqual(['ERROR', 410, 'Expired']);
    expect(await watch.next()).toBeUndefined();
    const next = await client.get(`${CONFIG_MAPS}?limit=1&continue=${at(page.body, 'metadata.continue')}`);
    expect([next.status, next.body.reason]).toEqual([410, 'Expired']);
    const fresh = await client.get(CONFIG_MAPS);
    const good = await client.watch(`${CONFIG_MAPS}?resourceVersion=${at(fresh.body, 'metadata.resourceVersion')}`);
    server.objects.create(configMap('c'));
    expect(await good.take(1)).toEqual(['ADDED c']);
  });

  test('failNext refuses exactly as many matching requests, without effect', async () => {
    server.faults.failNext(2, 500, { verb: 'create', resource: 'configmaps' });
    expect((await client.get(CONFIG_MAPS)).status).toBe(200);
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c']) statuses.push((await client.post(CONFIG_MAPS, configMap(name))).status);
    expect(statuses).toEqual([500, 500, 201]);
    expect(server.objects.list('configmaps').map(({ metadata }) => metadata.name)).toEqual(['c']);
  });

  test('failNext says when to retry', async () => {
    server.faults.failNext(1, 429, {}, 7);
    const response = await fetch(server.url + CONFIG_MAPS);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toMatchObject({ reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } });
  });

  test('failNext with 410 refuses the watch request itself', async () => {
    server.faults.failNext(1, 410, { verb: 'watch' });
    const refused = await client.get(`${CONFIG_MAPS}?watch=true`);
    expect([refused.status, refused.body.reason]).toEqual([410, 'Expired']);
  });

  test('delay waits for the clock of the server, which tick moves', async () => {
    const end = server.faults.delay(60_000, { verb: 'get' });
    let answered = false;
    const slow = client.get(`${CONFIG_MAPS}/a`).then(() => {
      answered = true;
    });
    await client.get(CONFIG_MAPS);
    while (!server.requests.some(({ verb }) => verb === 'get')) await client.get(CONFIG_MAPS);
    expect(answered).toBe(false);
    server.faults.tick(60_000);
    await slow;
    end();
    await client.get(`${CONFIG_MAPS}/a`);
  });

  test('hold keeps requests until released', async () => {
    const release = server.faults.hold({ verb: 'create' });
    const held = client.post(CONFIG_MAPS, configMap('held'));
    while (server.writes.total() === 0) await client.get(CONFIG_MAPS);
    expect(server.objects.count('configmaps')).toBe(0);
    release();
    expect((await held).status).toBe(201);
  });

  test('silentWatches lets watches die without a sign', async () => {
    const watch = await client.watch(`${CONFIG_MAPS}?resourceVersion=${server.revision}`);
    const next = watch.next();
    let heard = false;
    void next.then(
      () => {
        heard = true;
      },
      () => {},
    );
    server.faults.silentWatches(true);
    server.objects.create(configMap('unheard'));
    server.faults.silentWatches(false);
    server.objects.create(configMap('unheard-too'));
    // Other connections live, and what was written before their answers is still not heard.
    const fresh = await client.watch(`${CONFIG_MAPS}?resourceVersion=0`);
    expect(await fresh.take(2)).toEqual(['ADDED unheard', 'ADDED unheard-too']);
    expect(heard).toBe(false);
    expect(server.faults.openWatches()).toBe(2);
  });

  test('refuse resets old and new connections until it is over', async () => {
    const watch = await client.watch(CONFIG_MAPS);
    server.faults.refuse(true);
    await expect(watch.next()).rejects.toThrow();
    await expect(client.get(CONFIG_MAPS)).rejects.toThrow();
    server.faults.refuse(false);
    expect((await client.get(CONFIG_MAPS)).status).toBe(200);
  });

  test('tick brings bookmarks and ends watches whose time is over', async () => {
    const query = `resourceVersion=${server.revision}&allowWatchBookmarks=true&timeoutSeconds=100`;
    const watch = await client.watch(`${CONFIG_MAPS}?${query}`);
    server.objects.create(pod('elsewhere'));
    server.faults.tick(60_000);
    const mark = await watch.next();
    expect([mark?.type, at(mark, 'object.metadata.resourceVersion')]).toEqual(['BOOKMARK', String(server.revision)]);
    server.faults.tick(60_000);
    expect((await watch.next())?.type).toBe('BOOKMARK');
    expect(await watch.next()).toBeUndefined();
  });
});
