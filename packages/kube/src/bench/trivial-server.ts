// Child process of the benches: answers GETs and PATCHes with one small object, and lists with pages of big pods. It
// shares nothing with the client under measurement, so that CPU figures are the client's alone.

import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

const small = Buffer.from(
  JSON.stringify({ apiVersion: 'v1', kind: 'IP', metadata: { name: 'x', resourceVersion: '7' } }),
);
const pods = Number(process.argv[2] ?? 0);

http
  .createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.searchParams.has('watch')) return void sendEvents(response);
      if (url.searchParams.has('limit')) return sendPage(url, response);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': small.length });
      response.end(small);
    });
  })
  .listen(0, '127.0.0.1', function (this: http.Server) {
    process.send?.((this.address() as AddressInfo).port);
  });

function sendPage(url: URL, response: http.ServerResponse): void {
  const limit = Number(url.searchParams.get('limit'));
  const offset = Number(url.searchParams.get('continue') ?? 0);
  const items = Array.from({ length: Math.min(limit, pods - offset) }, (_, n) => bigPod(offset + n));
  const next = offset + limit < pods ? String(offset + limit) : undefined;
  const text = JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '9', continue: next }, items });
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(text);
}

/** One MODIFIED per pod, as fast as they are taken. */
async function sendEvents(response: http.ServerResponse): Promise<void> {
  for (let n = 0; n < pods; n++) {
    const object = bigPod(n, 1_000_000);
    if (!response.write(`${JSON.stringify({ type: 'MODIFIED', object })}\n`)) {
      await new Promise((resolve) => response.once('drain', resolve));
    }
  }
}

/** About 8 kB of JSON, managedFields being the larger part as in real clusters. */
function bigPod(n: number, versionOffset = 1000): object {
  const filler = (size: number): string => `${n}-`.repeat(size).slice(0, size);
  return {
    metadata: {
      name: `pod-${n}`,
      namespace: `ns-${n % 50}`,
      uid: `uid-${n}`,
      resourceVersion: String(versionOffset + n),
      labels: { app: `app-${n % 100}`, tier: 'web' },
      annotations: { 'ovn.kubernetes.io/ip_address': `10.16.${n >> 8}.${n & 255}`, filler: filler(600) },
      managedFields: Array.from({ length: 4 }, (_, m) => ({ manager: `m${m}`, fieldsV1: { 'f:spec': filler(700) } })),
    },
    spec: { nodeName: `node-${n % 100}`, containers: [{ name: 'c', image: filler(100), env: [filler(2500)] }] },
    status: { phase: 'Running', podIP: `10.16.${n >> 8}.${n & 255}`, conditions: [filler(1500)] },
  };
}
