import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KubeClient } from './client.ts';
import type { KubeObject } from './object.ts';
import type { ResourceRef } from './resource-path.ts';
import { PODS } from './testing/fake-collection.ts';
import {
  type Answer,
  cutAfter,
  type FaultServer,
  garbage,
  json,
  reset,
  stall,
  startFaultServer,
  status,
} from './testing/fault-server.ts';

const IPS: ResourceRef = { group: 'kubeovn.io', version: 'v1', plural: 'ips', namespaced: false, kind: 'IP' };

let server: FaultServer;
let client: KubeClient;

beforeEach(async () => {
  server = await startFaultServer(json(200, { metadata: { name: 'x' } }));
  client = new KubeClient(server.config, { userAgent: 'tester', maxConnections: 4 });
});

afterEach(async () => {
  client.close();
  await server.close();
});

/** Answers one request after the other. */
function script(...answers: readonly Answer[]): void {
  const left = [...answers];
  server.answer = (request, response) => (left.length > 1 ? left.shift() : left[0])?.(request, response);
}

function sent(): { method: string; url: string; type: string | undefined; body: unknown }[] {
  return server.requests.map(({ method, path, query, headers, body }) => ({
    method,
    url: query.size === 0 ? path : `${path}?${query}`,
    type: headers['content-type'],
    body: body === '' ? undefined : JSON.parse(body),
  }));
}

describe('what is sent', () => {
  test('paths and bodies of every call', async () => {
    const ip: KubeObject = { metadata: { name: 'a.b' }, spec: { v4: '1' } };
    await client.get(PODS, 'p', 'ns');
    await client.get(IPS, 'odd name/x');
    await client.list(PODS, { labelSelector: 'a in (b,c)', limit: 5 });
    await client.create(IPS, ip);
    await client.replace(IPS, ip, { subresource: 'status' });
    await client.mergePatch(PODS, 'p', 'ns', { metadata: { labels: { a: null } } }, { subresource: 'status' });
    await client.apply(IPS, ip, { fieldManager: 'me', force: false });
    await client.delete(PODS, 'p', 'ns');
    await client.delete(PODS, 'p', 'ns', { uid: 'u', propagationPolicy: 'Background' });
    expect(sent().map(({ method, url, type }) => [method, url, type])).toEqual([
      ['GET', '/api/v1/namespaces/ns/pods/p', undefined],
      ['GET', '/apis/kubeovn.io/v1/ips/odd%20name%2Fx', undefined],
      ['GET', '/api/v1/pods?labelSelector=a+in+%28b%2Cc%29&limit=5', undefined],
      ['POST', '/apis/kubeovn.io/v1/ips', 'application/json'],
      ['PUT', '/apis/kubeovn.io/v1/ips/a.b/status', 'application/json'],
      ['PATCH', '/api/v1/namespaces/ns/pods/p/status', 'application/merge-patch+json'],
      ['PATCH', '/apis/kubeovn.io/v1/ips/a.b?fieldManager=me&force=false', 'application/apply-patch+yaml'],
      ['DELETE', '/api/v1/namespaces/ns/pods/p', undefined],
      ['DELETE', '/api/v1/namespaces/ns/pods/p', 'application/json'],
    ]);
    const bodies = sent().map((request) => request.body);
    expect(bodies[5]).toEqual({ metadata: { labels: { a: null } } });
    expect(bodies[6]).toEqual({ apiVersion: 'kubeovn.io/v1', kind: 'IP', ...ip });
    expect(bodies[8]).toMatchObject({
      kind: 'DeleteOptions',
      preconditions: { uid: 'u' },
      propagationPolicy: 'Background',
    });
    expect(server.requests[0]?.headers['user-agent']).toBe('tester');
  });

  test('connections are reused and bounded', async () => {
    for (let n = 0; n < 20; n++) await client.get(IPS, `n${n}`);
    expect(server.accepted).toBe(1);
    await Promise.all(Array.from({ length: 100 }, (_, n) => client.get(IPS, `n${n}`)));
    expect(server.accepted).toBeLessThanOrEqual(4);
  });

  test('a path prefix of the server is kept', async () => {
    const behind = new KubeClient({ server: `${server.config.server}/clusters/c1/` });
    await behind.get(IPS, 'x');
    expect(server.requests[0]?.path).toBe('/clusters/c1/apis/kubeovn.io/v1/ips/x');
    behind.close();
  });

  test('parse and stringify can be replaced', async () => {
    const parse = (text: string): unknown => ({ text });
    const own = new KubeClient(server.config, { parse, stringify: () => '"mine"' });
    const answer = await own.create(IPS, { metadata: { name: 'x' } });
    expect(answer).toEqual({ ok: true, value: { text: '{"metadata":{"name":"x"}}' } });
    expect(server.requests[0]?.body).toBe('"mine"');
    own.close();
  });
});

test('an answer that the caller knows already is not parsed', async () => {
  const held = { metadata: { name: 'x', resourceVersion: '7' } };
  const known = (version: string): unknown => (version === '7' ? held : undefined);
  script(json(201, { metadata: { resourceVersion: '7' } }), json(201, { metadata: { resourceVersion: '8' } }));
  const first = await client.create(IPS, { metadata: { name: 'x' } }, { known });
  expect(first.ok && first.value).toBe(held);
  expect(await client.create(IPS, { metadata: { name: 'x' } }, { known })).toMatchObject({
    value: { metadata: { resourceVersion: '8' } },
  });
  script(json(409, { reason: 'Conflict', details: { resourceVersion: '7' } }));
  expect(await client.create(IPS, { metadata: { name: 'x' } }, { known })).toMatchObject({ error: { status: 409 } });
});

describe('errors are values', () => {
  test('a Status of the server', async () => {
    script(json(409, { reason: 'AlreadyExists', message: 'ips "x" already exists', details: { name: 'x' } }));
    const answer = await client.create(IPS, { metadata: { name: 'x' } });
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect(answer.error).toBeInstanceOf(Error);
    expect(answer.error).toMatchObject({ status: 409, reason: 'AlreadyExists', message: 'ips "x" already exists' });
    expect(answer.error.details).toEqual({ name: 'x' });
  });

  const local: [string, Answer, string][] = [
    ['a reset', reset, 'NetworkError'],
    ['bytes that are not HTTP', garbage, 'NetworkError'],
    ['a body cut short', cutAfter('{"metadata":'), 'NetworkError'],
    ['silence', stall, 'ClientTimeout'],
    ['no JSON', (_request, response) => response.end('{"metadata":'), 'BadResponse'],
  ];
  test.each(local)('%s', async (_name, answer, reason) => {
    script(answer);
    const result = await client.create(IPS, { metadata: { name: 'x' } }, { timeoutMs: 200 });
    expect(result).toMatchObject({ ok: false, error: { status: 0, reason } });
    expect(server.requests).toHaveLength(1);
  });

  test('nobody listens', async () => {
    await server.close();
    expect(await client.get(IPS, 'x')).toMatchObject({ ok: false, error: { status: 0, reason: 'NetworkError' } });
  });

  test('a list that is none', async () => {
    script(json(200, { items: 'x', metadata: {} }));
    expect(await client.list(IPS)).toMatchObject({ ok: false, error: { reason: 'BadResponse' } });
    script(json(200, { items: [null], metadata: {} }));
    expect(await client.list(IPS)).toMatchObject({ ok: false, error: { reason: 'BadResponse' } });
    script(json(200, { items: null, metadata: { resourceVersion: '5' } }));
    expect(await client.list(IPS)).toMatchObject({ ok: true, value: { items: [], resourceVersion: '5' } });
  });

  test('an HTML page of a proxy is no Status', async () => {
    script((_request, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad</h1>'));
    expect(await client.get(IPS, 'x')).toMatchObject({
      ok: false,
      error: { status: 502, message: 'HTTP 502 <h1>Bad</h1>' },
    });
  });

  test('abort, before and during, also while waiting for a socket or for Retry-After', async () => {
    const aborted = { ok: false, error: { reason: 'Aborted' } };
    expect(await client.get(IPS, 'x', undefined, { signal: AbortSignal.abort() })).toMatchObject(aborted);
    script(stall);
    const abort = new AbortController();
    const calls = Array.from({ length: 6 }, () => client.get(IPS, 'x', undefined, { signal: abort.signal }));
    setImmediate(() => abort.abort());
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(aborted);
    const waiting = new AbortController();
    script((request, response) => {
      status(429, 'TooManyRequests', { 'Retry-After': '20' })(request, response);
      setImmediate(() => waiting.abort());
    });
    expect(await client.get(IPS, 'x', undefined, { signal: waiting.signal })).toMatchObject(aborted);
  });
});

describe('retries', () => {
  test('429 is waited for as told, whatever the method', async () => {
    script(
      status(429, 'TooManyRequests', { 'Retry-After': '0' }),
      status(429, 'TooManyRequests', { 'Retry-After': '0.01' }),
      json(201, {}),
    );
    expect(await client.create(IPS, { metadata: { name: 'x' } })).toEqual({ ok: true, value: {} });
    expect(server.requests).toHaveLength(3);
  });

  test('a wait beyond the limit of the call is left to the caller', async () => {
    script(status(429, 'TooManyRequests', { 'Retry-After': '60' }));
    const answer = await client.get(IPS, 'x');
    expect(answer).toMatchObject({ ok: false, error: { status: 429, retryAfterMs: 60_000 } });
    expect(server.requests).toHaveLength(1);
  });

  test('a lost connection is tried again for reads only', async () => {
    script(reset, json(200, { a: 1 }));
    expect(await client.get(IPS, 'x')).toEqual({ ok: true, value: { a: 1 } });
    script(reset, json(200, { a: 1 }));
    expect(await client.mergePatch(IPS, 'x', undefined, {})).toMatchObject({
      ok: false,
      error: { reason: 'NetworkError' },
    });
    expect(server.requests).toHaveLength(3);
  });

  test('401 asks for a new token once', async () => {
    const tokens = ['old', 'new'];
    const token = (stale?: boolean): string | undefined => (stale ? tokens.splice(0, 1) && tokens[0] : tokens[0]);
    const own = new KubeClient({ ...server.config, token });
    server.answer = (request, response) => {
      if (request.headers.authorization === 'Bearer new') json(200, { ok: 1 })(request, response);
      else status(401, 'Unauthorized')(request, response);
    };
    expect(await own.get(IPS, 'x')).toEqual({ ok: true, value: { ok: 1 } });
    expect(server.requests.map((request) => request.headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    server.answer = status(401, 'Unauthorized');
    expect(await own.get(IPS, 'x')).toMatchObject({ ok: false, error: { status: 401 } });
    own.close();
  });
});
