// A throw-away CA with a server and a client certificate, made by the openssl command; undefined where it is missing.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  readonly ca: string;
  readonly serverCert: string;
  readonly serverKey: string;
  readonly clientCert: string;
  readonly clientKey: string;
}

export function makeCertificates(): Certificates | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'kube-tls-'));
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  };
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    openssl('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=test-ca', '-days', '2');
    writeFileSync(join(directory, 'san'), 'subjectAltName=DNS:apiserver.test,IP:127.0.0.1');
    for (const name of ['server', 'client']) {
      openssl('req', ...ec, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
      const sign = ['-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
      openssl('x509', '-req', ...sign, '-out', `${name}.crt`, '-extfile', 'san');
    }
    return {
      ca: read('ca.crt'),
      serverCert: read('server.crt'),
      serverKey: read('server.key'),
      clientCert: read('client.crt'),
      clientKey: read('client.key'),
    };
  } catch (error) {
    console.warn(`no test certificates: ${(error as Error).message}`);
    return undefined;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
