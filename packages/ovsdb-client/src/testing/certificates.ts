// A certificate authority and what it signs, made by the openssl program of the data-plane root (node:crypto makes keys
// but cannot sign certificates).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsIdentity } from '../dial.ts';
import { rootCommand } from './data-plane-root.ts';

export interface Authority {
  readonly caFile: string;
  identity(name: string): TlsIdentity & { readonly keyFile: string; readonly certFile: string };
}

export function makeAuthority(root: string, directory: string, name: string): Authority {
  const file = (suffix: string) => join(directory, `${name}-${suffix}`);
  const [command, prefix] = rootCommand(root, 'usr/bin/openssl');
  const openssl = (...args: string[]) =>
    execFileSync(command, [...prefix, ...args], {
      stdio: 'pipe',
      env: { OPENSSL_CONF: join(root, 'etc/ssl/openssl.cnf') },
    });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const [caKey, caFile] = [file('ca.key'), file('ca.pem')];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', caKey, '-out', caFile);
  return {
    caFile,
    identity(who) {
      const [keyFile, request, certFile] = [file(`${who}.key`), file(`${who}.csr`), file(`${who}.pem`)];
      openssl('req', '-new', ...newKey, '-subj', `/CN=${who}`, '-keyout', keyFile, '-out', request);
      const sign = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2'];
      openssl('x509', '-req', '-in', request, ...sign, '-out', certFile);
      const [ca, cert, key] = [caFile, certFile, keyFile].map((path) => readFileSync(path, 'utf8'));
      return { ca: ca!, cert: cert!, key: key!, keyFile, certFile };
    },
  };
}
