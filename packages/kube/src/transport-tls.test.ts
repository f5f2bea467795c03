import * as https from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeClient } from './client.ts';
import type { TlsMaterial } from './cluster-config.ts';
import { Reflector } from './reflector.ts';
import { PODS } from './testing/fake-collection.ts';
import { makeCertificates } from './testing/test-certificates.ts';

const certificates = makeCertificates();

describe.skipIf(certificates === undefined)('TLS (skipped when there is no openssl command)', () => {
  const { ca = '', serverCert, serverKey, clientCert, clientKey } = certificates ?? {};
  let server: https.Server;
  let port: number;
  let sockets = 0;

  beforeAll(async () => {
    const options = { cert: serverCert, key: serverKey, ca, requestCert: true, rejectUnauthorized: false };
    server = https.createServer(options, (request, response) => {
      const peer = (request.socket as TLSSocket).getPeerCertificate();
      const list = request.url?.includes('limit=');
      if (request.url?.includes('watch=1')) {
        const event = { type: 'ADDED', object: { metadata: { name: 'b', resourceVersion: '2' } } };
        response.write(`${JSON.stringify(event)}\n`);
        return;
      }
      response.end(
        JSON.stringify(list ? { metadata: { resourceVersion: '1' }, items: [] } : { client: peer.subject?.CN ?? null }),
      );
    });
    server.on('secureConnection', () => sockets++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function call(tls: TlsMaterial | undefined, host = '127.0.0.1'): Promise<unknown> {
    const client = new KubeClient({ server: `https://${host}:${port}`, tls });
    const answers = [
      await client.request({ method: 'GET', path: '/x' }),
      await client.request({ method: 'GET', path: '/x' }),
    ];
    client.close();
    const last = answers[1];
    return last?.ok ? last.value : last?.error.message;
  }

  test('verifies the server by its CA, and by another name when told', async () => {
    expect(await call({ ca })).toEqual({ client: null });
    expect(await call({ ca, serverName: 'apiserver.test' })).toEqual({ client: null });
    expect(await call({ ca, serverName: 'other.test' })).toMatch(/altnames|does not match/);
    expect(await call(undefined)).toMatch(/certificate/);
    expect(await call({ insecure: true })).toEqual({ client: null });
  });

  test('shows the client certificate', async () => {
    expect(await call({ ca, cert: clientCert, key: clientKey })).toEqual({ client: 'client' });
  });

  test('connections are kept over TLS too', async () => {
    const client = new KubeClient({ server: `https://127.0.0.1:${port}`, tls: { ca } });
    const before = sockets;
    for (let n = 0; n < 20; n++) await client.request({ method: 'GET', path: '/x' });
    expect(sockets - before).toBe(1);
    client.close();
  });

  test('a server that accepts and never shakes hands', async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port: mutePort } = mute.address() as AddressInfo;
    const client = new KubeClient({ server: `https://127.0.0.1:${mutePort}` }, { connectTimeoutMs: 20 });
    const answer = await client.create(PODS, { metadata: { name: 'x', namespace: 'y' } });
    expect(answer).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('not connected within 20 ms') },
    });
    client.close();
    mute.close();
  });

  test('a reflector lists and watches', async () => {
    const client = new KubeClient({ server: `https://127.0.0.1:${port}`, tls: { ca } });
    const reflector = new Reflector({ client, ref: PODS });
    const added = new Promise<string>((resolve) => reflector.store.onChange(({ key }) => resolve(key)));
    reflector.start();
    expect(await added).toBe('b');
    await reflector.stop();
    client.close();
  });
});
