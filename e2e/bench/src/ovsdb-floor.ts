// What the server can do when nobody looks at its answers: a bare socket that writes ready-made bytes and counts replies.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** ovsdb-server ends every good reply with it, and writes it nowhere else. */
const REPLY_END = Buffer.from('"error":null}');

export class BareConnection {
  readonly #socket: Socket;
  #tail: Buffer = Buffer.alloc(0);
  #onReply: () => void = () => {};

  static async open(endpoint: string): Promise<BareConnection> {
    const socket = connect({ path: endpoint.slice('unix:'.length) });
    await once(socket, 'connect');
    return new BareConnection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#count(chunk));
  }

  /** Writes all requests, keeping so many in flight; resolves with the milliseconds until the last reply. */
  run(requests: readonly Buffer[], inFlight: number): Promise<number> {
    return new Promise((resolve) => {
      const start = performance.now();
      let written = 0;
      let answered = 0;
      const write = () => {
        if (written < requests.length) this.#socket.write(requests[written++]!);
      };
      this.#onReply = () => {
        answered++;
        if (answered === requests.length) resolve(performance.now() - start);
        else write();
      };
      for (let index = 0; index < inFlight; index++) write();
    });
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }

  #count(chunk: Buffer): void {
    // Shorter than the mark on either side: what is found here lies across the border of two chunks.
    const border = Buffer.concat([this.#tail, chunk.subarray(0, REPLY_END.length - 1)]);
    if (border.includes(REPLY_END)) this.#onReply();
    for (let at = chunk.indexOf(REPLY_END); at >= 0; at = chunk.indexOf(REPLY_END, at + REPLY_END.length)) {
      this.#onReply();
    }
    this.#tail = Buffer.from((chunk.length < REPLY_END.length ? border : chunk).subarray(1 - REPLY_END.length));
  }
}
