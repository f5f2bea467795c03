// The CNI configuration file that makes the runtime use us.

import { readFile } from 'node:fs/promises';
import type { CniConfOptions } from '../options.ts';

/** The file that the image or the user brings, else the built-in one. */
export async function conflist({ version, source }: CniConfOptions, socket: string): Promise<string> {
  const given = source === undefined ? undefined : await readFile(source, 'utf8').catch(() => undefined);
  return given ?? builtIn(version, socket);
}

export function builtIn(version: string, socket: string): string {
  const conf = {
    name: 'kube-ovn',
    cniVersion: version,
    plugins: [
      { type: 'kube-ovn', server_socket: socket },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
  return `${JSON.stringify(conf, null, 2)}\n`;
}
