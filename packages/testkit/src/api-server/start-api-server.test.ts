import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APPLY, at, ContractClient } from './contract/contract-client.ts';
import { configMap, pod } from './contract/contract-world.ts';
import { type ApiServer, startApiServer } from './start-api-server.ts';

describe('the API server of the testkit', () => {
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

  test('serves several addresses and a unix socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'api-server-'));
    const path = join(folder, 'api.sock');
    const many = await startApiServer({ listen: [{ host: '127.0.0.1', port: 0 }], unixSocket: path });
    try {
      expect(new Set(many.urls).size).toBe(2);
      for (const url of many.urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await statusOverSocket(path)).toBe(200);
    } finally {
      await many.close();
      await rm(folder, { recursive: true });
    }
  });

  test('keeps integers beyond 2^53 through every path', async () => {
    const big = 2n ** 64n;
    server.objects.create(COUNTER_CRD);
    const path = '/apis/big.example.com/v1/counters';
    const counter = {
      apiVersion: 'big.example.com/v1',
      kind: 'Counter',
      metadata: { name: 'a' },
      spec: { count: big },
    };
    expect(at((await client.post(path, counter)).body, 'spec.count')).toBe(big);
    expect(at((await client.get(path)).body, 'items.0.spec.count')).toBe(big);
    const patched = await client.patch(`${path}/a`, { spec: { count: big + 1n } });
    expect([at(patched.body, 'spec.count'), at(patched.body, 'metadata.generation')]).toEqual([big + 1n, 2]);
    const same = await client.patch(`${path}/a`, { spec: { count: big + 1n } });
    expect(at(same.body, 'metadata.resourceVersion')).toBe(at(patched.body, 'metadata.resourceVersion'));
    const applied = await client.patch(`${path}/b?fieldManager=x`, { ...counter, metadata: { name: 'b' } }, APPLY);
    expect(at(applied.body, 'spec.count')).toBe(big);
    expect(server.objects.get<typeof counter>('Counter', 'a')?.spec.count).toBe(big + 1n);
  });

  test('counts writes by user agent, resource and verb', async () => {
    const as = { 'user-agent': 'controller/1.0' };
    await client.request('POST', '/api/v1/namespaces/default/configmaps', configMap('a'), as);
    await client.request('GET', '/api/v1/configmaps', undefined, as);
    const merge = { ...as, 'content-type': 'application/merge-patch+json' };
    await client.request('PATCH', '/api/v1/namespaces/default/configmaps/a', { data: { x: '1' } }, merge);
    server.objects.create(pod('a'));
    server.objects
      .as('kubelet')
      .patch('pods', 'a', 'default', { status: { phase: 'Running' } }, { subresource: 'status' });
    expect(server.writes.total()).toBe(4);
    expect(server.writes.total({ userAgent: 'controller' })).toBe(2);
    expect(server.writes.total({ resource: 'pods', verb: 'create' })).toBe(1);
    expect(server.writes.summary()).toEqual({
      'controller/1.0 create configmaps': 1,
      'controller/1.0 patch configmaps': 1,
      'kubelet patch pods/status': 1,
      'testkit create pods': 1,
    });
    server.writes.reset();
    expect(server.writes.total()).toBe(0);
    expect(server.requests[1]).toMatchObject({ verb: 'list', resource: 'configmaps', userAgent: 'controller/1.0' });
  });

  test('tells hooks of every change, in order, their own included', async () => {
    const seen: string[] = [];
    server.onWrite(({ type, version: { object } }) => {
      seen.push(`${type} ${object.kind} ${object.metadata.name}`);
      // A scheduler in one line.
      if (type === 'ADDED' && object.kind === 'Pod') {
        server.objects.bind(object.metadata.name, object.metadata.namespace, 'n1');
      }
    });
    await client.post('/api/v1/namespaces/default/pods', pod('a'));
    expect(seen).toEqual(['ADDED Pod a', 'MODIFIED Pod a']);
    expect(server.objects.get<{ spec: { nodeName: string } }>('pods', 'a', 'default')?.spec.nodeName).toBe('n1');
  });

  test('hands out copies, so that a careless test cannot change the store', () => {
    server.objects.create(configMap('a'));
    const copy = server.objects.get<{ data: Record<string, string> }>('configmaps', 'a', 'default');
    if (copy) copy.data.key = 'changed';
    expect(server.objects.get('configmaps', 'a', 'default')).toMatchObject({ data: { key: 'value' } });
  });

  test('gives services a cluster address', () => {
    const service = (name: string, spec: object) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
    const plain = server.objects.create(service('plain', { ports: [{ port: 80 }] }));
    expect(plain.spec).toMatchObject({ clusterIP: '10.96.1.1', clusterIPs: ['10.96.1.1'], ipFamilies: ['IPv4'] });
    const headless = server.objects.create(service('headless', { clusterIP: 'None' }));
    expect(headless.spec).toMatchObject({ clusterIP: 'None', clusterIPs: ['None'] });
    const fixed = server.objects.create(service('fixed', { clusterIP: '10.96.0.10' }));
    expect(fixed.spec).toMatchObject({ clusterIPs: ['10.96.0.10'] });
  });

  test('refuses a dry run nothing, and keeps nothing of it', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    expect((await client.post(`${path}?dryRun=All`, configMap('a'))).status).toBe(201);
    expect(server.objects.count('configmaps')).toBe(0);
    server.objects.create(configMap('a'));
    const { body } = await client.patch(`${path}/a?dryRun=All`, { data: { key: 'other' } });
    expect(at(body, 'data.key')).toBe('other');
    expect(server.objects.get('configmaps', 'a', 'default')).toMatchObject({ data: { key: 'value' } });
  });

  test('allows everything to everybody', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const { status, body } = await client.post(path, { spec: { resourceAttributes: { verb: 'get' } } });
    expect([status, at(body, 'status.allowed')]).toEqual([201, true]);
  });
});

function statusOverSocket(socketPath: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request({ socketPath, path: '/version' }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on('error', reject)
    .end();
  return promise;
}

const COUNTER_CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'counters.big.example.com' },
  spec: {
    group: 'big.example.com',
    scope: 'Cluster',
    names: { kind: 'Counter', plural: 'counters' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { count: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};
