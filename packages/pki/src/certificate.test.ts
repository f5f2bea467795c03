import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { issueAuthority, issueLeaf } from './certificate.ts';

const YEAR = 31_536_000_000;
const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 30 * YEAR };
const authority = issueAuthority('ovn-ca', validity);
const leaf = issueLeaf(authority, 'ovn-ca', 'ovn', { ...validity, notAfter: Date.now() + YEAR }, ['ovn', 'ovn-nb']);

describe('openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pki-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' });
  const hasOpenssl = (() => {
    try {
      return openssl('version') !== '';
    } catch {
      return false;
    }
  })();

  test.skipIf(!hasOpenssl)('accepts the chain by its strictest rules', () => {
    const ca = file('ca.pem', authority.certificate);
    const answer = openssl(
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-CAfile',
      ca,
      file('leaf.pem', leaf.certificate),
    );
    expect(answer).toMatch(/: OK/);
  });

  test.skipIf(!hasOpenssl)('reads names, dates and extensions', () => {
    const text = openssl('x509', '-noout', '-text', '-in', file('leaf.pem', leaf.certificate));
    expect(text).toMatch(/Issuer: CN ?= ?ovn-ca/);
    expect(text).toContain('DNS:ovn, DNS:ovn-nb');
    expect(text).toContain('TLS Web Server Authentication, TLS Web Client Authentication');
    const caText = openssl('x509', '-noout', '-text', '-in', file('ca.pem', authority.certificate));
    expect(caText).toContain('CA:TRUE, pathlen:0');
    expect(caText).toContain(`Not After : ${new Date(validity.notAfter).toUTCString().slice(8, 11)}`);
  });
});

describe('node:tls', () => {
  test('both sides accept each other', async () => {
    expect(await handshake(leaf, authority.certificate)).toBe('ovn');
  });

  test('a certificate of another authority of the same name is refused', async () => {
    const other = issueAuthority('ovn-ca', validity);
    await expect(handshake(issueLeaf(other, 'ovn-ca', 'ovn', validity), authority.certificate)).rejects.toThrow();
  });
});

/** The name the server sees of its client. */
async function handshake(client: typeof leaf, trusted: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const server = createServer(
    { ca: authority.certificate, cert: leaf.certificate, key: leaf.key, requestCert: true, rejectUnauthorized: true },
    (socket: TLSSocket) => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    },
  );
  server.on('tlsClientError', reject);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const socket = connect({
    ...{ host: '127.0.0.1', port, ca: trusted, cert: client.certificate, key: client.key },
    checkServerIdentity: () => undefined,
  });
  socket.on('error', reject);
  try {
    return await promise;
  } finally {
    socket.destroy();
    server.close();
  }
}
