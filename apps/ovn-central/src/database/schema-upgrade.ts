// Brings a served database to the schema of this release, online and by its leader. An older schema means an older release
// made it; a newer one is left alone, since members of the newer release may already run.

import { readFile } from 'node:fs/promises';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { unixctl } from '@kube-ovn/supervise';

export async function upgradeSchema(
  client: OvsdbClient,
  database: string,
  schemaPath: string,
): Promise<string | undefined> {
  const schema = JSON.parse(await readFile(schemaPath, 'utf8')) as { readonly version: string };
  const present = client.replica.schema?.version;
  if (present === undefined || !isOlder(present, schema.version)) return undefined;
  const reply = await client.request('convert', [database, schema]);
  if (reply.kind !== 'result') throw reply.error;
  return `${present} -> ${schema.version}`;
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Gives memory back and shortens the file. */
export async function compact(controlSocket: string): Promise<void> {
  await unixctl(controlSocket, 'ovsdb-server/compact', [], 60_000);
}
