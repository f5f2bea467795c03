// A log file that is renamed to <file>.1 and begun anew when it has reached its size. Synchronous: the last words before a
// crash are on disk.

import { closeSync, fchmodSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface FileLimits {
  readonly mode: number;
  /** 0: no limit. */
  readonly maxBytes: number;
}

export class SizeLimitedFile {
  readonly #path: string;
  readonly #limits: FileLimits;
  #descriptor: number;
  #bytes: number;

  constructor(path: string, limits: FileLimits) {
    this.#path = path;
    this.#limits = limits;
    mkdirSync(dirname(path), { recursive: true });
    this.#descriptor = this.#open();
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  /** A full disk costs log lines, never the program: what cannot be written is dropped. */
  write(line: string): void {
    try {
      this.#write(Buffer.from(line));
    } catch {
      // There is nowhere left to say it.
    }
  }

  #write(bytes: Buffer): void {
    if (this.#limits.maxBytes > 0 && this.#bytes > 0 && this.#bytes + bytes.length > this.#limits.maxBytes)
      this.#turn();
    writeSync(this.#descriptor, bytes);
    this.#bytes += bytes.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #turn(): void {
    closeSync(this.#descriptor);
    renameSync(this.#path, `${this.#path}.1`);
    this.#descriptor = this.#open();
    this.#bytes = 0;
  }

  #open(): number {
    const descriptor = openSync(this.#path, 'a', this.#limits.mode);
    // The mode of open() passes the umask and is not applied to a file that exists.
    fchmodSync(descriptor, this.#limits.mode);
    return descriptor;
  }
}
