// The TLS identity as files, because that is how OVS's daemons read it. They look at the modification times of key and
// certificate in every round and reload only if both have changed, so all files change in one step: the swap of one link.

import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** PEM texts. */
export interface TlsMaterial {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface TlsFilePaths {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const CURRENT = 'current';
const NAMES = { ca: 'cacert', cert: 'cert', key: 'key' } as const;

export class TlsFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  get paths(): TlsFilePaths {
    const of = (name: string) => join(this.#directory, CURRENT, name);
    return { ca: of(NAMES.ca), cert: of(NAMES.cert), key: of(NAMES.key) };
  }

  /** What the files hold now; undefined when there are none. */
  read(): TlsMaterial | undefined {
    const { ca, cert, key } = this.paths;
    const text = (path: string) => readFileSync(path, 'utf8');
    try {
      return { ca: text(ca), cert: text(cert), key: text(key) };
    } catch {
      return undefined;
    }
  }

  /** false: nothing to change. */
  write(material: TlsMaterial): boolean {
    const before = this.read();
    if (before && before.ca === material.ca && before.cert === material.cert && before.key === material.key)
      return false;
    const set = `set-${Date.now()}-${createHash('sha256').update(JSON.stringify(material)).digest('hex').slice(0, 12)}`;
    const folder = join(this.#directory, set);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const part of ['ca', 'cert', 'key'] as const) {
      writeFileSync(join(folder, NAMES[part]), material[part], { mode: 0o600 });
    }
    const link = join(this.#directory, CURRENT);
    rmSync(`${link}.new`, { force: true });
    symlinkSync(set, `${link}.new`);
    const previous = this.#target(link);
    renameSync(`${link}.new`, link);
    this.#removeAllBut([set, previous]);
    return true;
  }

  #target(link: string): string | undefined {
    try {
      return readlinkSync(link);
    } catch {
      return undefined;
    }
  }

  /** The previous set stays: a daemon may be reading it just now. */
  #removeAllBut(kept: readonly (string | undefined)[]): void {
    for (const name of readdirSync(this.#directory)) {
      if (name.startsWith('set-') && !kept.includes(name)) {
        rmSync(join(this.#directory, name), { recursive: true, force: true });
      }
    }
  }
}
