import { afterEach, describe, expect, test } from 'vitest';
import { createRegistry } from './create-registry.ts';
import { Health } from './health.ts';
import { type HealthServer, type HealthServerOptions, startHealthServer } from './health-server.ts';
import { listenAddresses } from './listen-addresses.ts';

const open: HealthServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(options: Partial<HealthServerOptions> & { health: Health }) {
  const server = await startHealthServer({ host: '127.0.0.1', port: 0, ...options });
  open.push(server);
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
}

describe('health', () => {
  test('ok when nothing is wrong', async () => {
    const get = await serve({ health: new Health() });
    for (const path of ['/healthz', '/livez', '/readyz'])
      expect(await get(path)).toMatchObject({ status: 200, text: 'ok' });
  });

  test('not ready is not dead; dead is not ready', async () => {
    const health = new Health();
    let ovsdb: string | undefined = 'not connected';
    let loop: string | undefined;
    health.addReadiness('ovsdb', () => ovsdb);
    health.addLiveness('loop', () => loop);
    const get = await serve({ health });
    expect((await get('/livez')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      text: '[+]loop ok\n[-]ovsdb failed: not connected\nreadyz check failed\n',
    });
    ovsdb = undefined;
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/readyz?verbose')).text).toContain('[+]ovsdb ok');
    loop = 'stuck';
    expect([(await get('/livez')).status, (await get('/healthz')).status, (await get('/readyz')).status]).toEqual([
      503, 503, 503,
    ]);
  });

  test('a check that throws is a fault, a removed one is none, a name is unique', async () => {
    const health = new Health();
    const remove = health.addReadiness('x', () => {
      throw new Error('boom');
    });
    expect(health.readiness().checks[0]?.fault).toContain('boom');
    expect(() => health.addReadiness('x', () => undefined)).toThrow('already');
    remove();
    expect(health.readiness().ok).toBe(true);
  });
});

describe('metrics', () => {
  test('default metrics and the program’s own', async () => {
    const registry = await createRegistry();
    const get = await serve({ health: new Health(), registry });
    const answer = await get('/metrics');
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/plain') });
    expect(answer.text).toContain('process_resident_memory_bytes');
    expect(answer.text).toContain('nodejs_eventloop_lag_seconds');
  });

  test('off: health still answers', async () => {
    const get = await serve({ health: new Health() });
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(200);
  });

  test('authorise guards metrics and extensions, never health', async () => {
    const get = await serve({
      health: new Health(),
      registry: await createRegistry(),
      authorise: async (request) => request.headers.authorization === 'Bearer let-me-in',
      extend: (server) => {
        server.get('/debug/plan', async () => 'plan');
      },
    });
    expect((await get('/metrics')).status).toBe(403);
    expect((await get('/debug/plan')).status).toBe(403);
    expect((await get('/readyz')).status).toBe(200);
    const response = await fetch(`http://127.0.0.1:${open[0]!.port}/debug/plan`, {
      headers: { authorization: 'Bearer let-me-in' },
    });
    expect(await response.text()).toBe('plan');
  });
});

describe('addresses', () => {
  test('several at once, all freed together', async () => {
    const server = await startHealthServer({ host: ['127.0.0.1', '127.0.0.2'], port: 0, health: new Health() });
    open.push(server);
    for (const { address, port } of server.addresses) {
      expect((await fetch(`http://${address}:${port}/livez`)).status).toBe(200);
    }
  });

  test('a taken port is an error and leaves nothing open', async () => {
    const first = await startHealthServer({ host: '127.0.0.1', port: 0, health: new Health() });
    open.push(first);
    const second = startHealthServer({ host: ['127.0.0.2', '127.0.0.1'], port: first.port, health: new Health() });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(fetch(`http://127.0.0.2:${first.port}/livez`)).rejects.toThrow();
  });

  test.each([
    [{}, ['0.0.0.0']],
    [{ POD_IPS: '10.0.0.1' }, ['0.0.0.0']],
    [{ POD_IPS: '10.0.0.1,fd00::1' }, ['::']],
    [{ POD_IPS: '10.0.0.1, fd00::1', ENABLE_BIND_LOCAL_IP: 'true' }, ['10.0.0.1', 'fd00::1']],
    [{ ENABLE_BIND_LOCAL_IP: 'true' }, ['0.0.0.0']],
  ])('%j listens on %j', (env, expected) => {
    expect(listenAddresses(env)).toEqual(expected);
  });
});
