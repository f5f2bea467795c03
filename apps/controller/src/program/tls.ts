// The identity for `ssl:` endpoints, from the files of the Secret kube-ovn-tls.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TlsIdentity } from '@kube-ovn/ovsdb-client';

export async function readTls(endpoints: readonly string[], directory: string): Promise<TlsIdentity | undefined> {
  if (!endpoints.some((endpoint) => endpoint.startsWith('ssl:'))) return undefined;
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  const [ca, cert, key] = await Promise.all([read('cacert'), read('cert'), read('key')]);
  return { ca, cert, key };
}
