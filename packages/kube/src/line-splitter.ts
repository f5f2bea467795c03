// Splits a byte stream into lines without decoding partial characters: a chunk may end anywhere, even inside one.

const NEWLINE = 0x0a;
// etcd refuses objects over 1.5 MB; what is longer than this without a newline is not a watch stream.
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export class LineTooLongError extends Error {}

export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Bytes of a line that has not ended yet. */
  get pendingBytes(): number {
    return this.#restBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line =
        this.#restBytes === 0 ? chunk.toString('utf8', start, end) : this.#joined(chunk.subarray(start, end));
      start = end + 1;
      if (line !== '' && line !== '\r') this.#onLine(line);
    }
    if (start === chunk.length) return;
    this.#restBytes += chunk.length - start;
    if (this.#restBytes > MAX_LINE_BYTES) throw new LineTooLongError(`no line end in ${this.#restBytes} bytes`);
    this.#rest.push(start === 0 ? chunk : chunk.subarray(start));
  }

  #joined(tail: Buffer): string {
    const line = Buffer.concat([...this.#rest, tail]).toString('utf8');
    this.#rest = [];
    this.#restBytes = 0;
    return line;
  }
}
