// Which supervisor the daemons of this node belong to. While a pod is replaced, the old and the new one run side by side,
// on the same sockets: the newer takes over, and the older must from then on neither start nor stop anything.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class Owner {
  readonly #path: string;
  readonly #id: string;

  constructor(runDirectory: string, id: string) {
    mkdirSync(runDirectory, { recursive: true });
    this.#path = join(runDirectory, 'kube-ovn-owner');
    this.#id = id;
  }

  /** In one step, from whoever has it. */
  take(): void {
    const draft = `${this.#path}.${this.#id}`;
    writeFileSync(draft, this.#id);
    renameSync(draft, this.#path);
  }

  get isMine(): boolean {
    return this.#read() === this.#id;
  }

  release(): void {
    if (this.isMine) rmSync(this.#path, { force: true });
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch {
      return undefined;
    }
  }
}
