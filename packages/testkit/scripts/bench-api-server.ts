// How many writes per second the in-memory API server carries: `node packages/testkit/scripts/bench-api-server.ts [pods] [bytes]`.
// The server runs in a process of its own, with two watches of all pods open, as a controller and a daemon would have.
import { fork } from 'node:child_process';
import { Agent, get, request } from 'node:http';
import { startApiServer } from '../src/api-server/index.ts';

const CLIENTS = 32;
const MERGE = 'application/merge-patch+json';

if (process.send) await serve();
else await measure(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1500));

async function serve(): Promise<void> {
  const server = await startApiServer();
  server.objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'bench' } });
  process.send?.(server.port);
  process.once('message', async () => {
    const { user, system } = process.cpuUsage();
    console.log(
      `server: ${((user + system) / 1e6).toFixed(1)} s CPU, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    );
    await server.close();
    process.disconnect();
  });
}

async function measure(pods: number, bytes: number): Promise<void> {
  const server = fork(import.meta.filename);
  const port = await new Promise<number>((resolve) => server.once('message', (value) => resolve(Number(value))));
  const agent = new Agent({ keepAlive: true });
  let events = 0;
  const watches = [1, 2].map(() => openWatch(port, (count) => (events += count)));
  const path = '/api/v1/namespaces/bench/pods';
  const annotate = (value: string) => ({ metadata: { annotations: { 'ovn.kubernetes.io/ip_address': value } } });

  const phases: readonly [string, (index: number) => readonly [string, string, object?]][] = [
    ['create', (index) => ['POST', path, podOf(index, bytes)]],
    ['merge patch', (index) => ['PATCH', `${path}/p-${index}`, annotate(`10.0.0.${index}`)]],
    ['patch without a change', (index) => ['PATCH', `${path}/p-${index}`, annotate(`10.0.0.${index}`)]],
    ['status patch', (index) => ['PATCH', `${path}/p-${index}/status`, { status: { phase: 'Running' } }]],
    ['get', (index) => ['GET', `${path}/p-${index}`]],
    ['delete', (index) => ['DELETE', `${path}/p-${index}?gracePeriodSeconds=0`]],
  ];
  for (const [name, of] of phases) {
    const start = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < pods) {
          const [method, target, body] = of(next++);
          await call(agent, port, method, target, body);
        }
      }),
    );
    console.log(`${name}: ${Math.round((pods * 1000) / (performance.now() - start))}/s`);
    if (name === 'get') await timeList(agent, port);
  }
  console.log(`watch events: ${events}`);
  for (const watch of watches) watch.destroy();
  agent.destroy();
  server.send('stop');
}

async function timeList(agent: Agent, port: number): Promise<void> {
  const start = performance.now();
  await call(agent, port, 'GET', '/api/v1/pods');
  console.log(`list of all: ${Math.round(performance.now() - start)} ms`);
}

function openWatch(port: number, onEvents: (count: number) => void) {
  const watch = get({ port, path: '/api/v1/pods?watch=1&resourceVersion=0', agent: false }, (response) => {
    response.on('data', (chunk: Buffer) => onEvents(chunk.filter((byte) => byte === 10).length));
    response.on('error', () => {});
  });
  return watch.on('error', () => {});
}

function call(agent: Agent, port: number, method: string, path: string, body?: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { 'content-type': method === 'PATCH' ? MERGE : 'application/json' };
  const sent = request({ agent, port, method, path, headers }, (response) => {
    if ((response.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${response.statusCode}`));
    response.resume();
    response.on('end', resolve);
  });
  sent.on('error', reject);
  sent.end(body && JSON.stringify(body));
  return promise;
}

function podOf(index: number, bytes: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p-${index}`, labels: { app: `a${index % 100}` }, annotations: { padding: 'x'.repeat(bytes) } },
    spec: { nodeName: `n${index % 50}`, containers: [{ name: 'main', image: 'image' }] },
  };
}
