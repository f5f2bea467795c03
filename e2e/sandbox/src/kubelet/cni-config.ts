// Reads a node's CNI configuration folder as a container runtime does: the first file by name decides.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CniPlugin {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface CniConfig {
  readonly name: string;
  readonly cniVersion: string;
  readonly plugins: readonly CniPlugin[];
}

/** undefined: there is none yet. */
export function readCniConfig(folder: string): CniConfig | undefined {
  const names = listFolder(folder).filter((name) => /\.(conf|conflist|json)$/.test(name));
  const [first] = names.sort();
  if (first === undefined) return undefined;
  return parseCniConfig(readFileSync(join(folder, first), 'utf8'));
}

export function parseCniConfig(text: string): CniConfig {
  const config = JSON.parse(text) as CniConfig & CniPlugin;
  // A .conf has one plugin and is its own list.
  return config.plugins ? config : { name: config.name, cniVersion: config.cniVersion, plugins: [config] };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
