// A relay in front of a real server through which tests see, cut, stall and damage the byte stream.
import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

export class Relay {
  readonly endpoint: string;
  /** Changes what the server sends. */
  damage: ((bytes: Buffer) => Buffer) | undefined;
  /** What the server sent over the current connection. */
  received = '';
  /** While set, new connections are closed at once. */
  closed = false;
  /** Nothing of the server's passes while set; the connection stays open. */
  silent = false;
  /** Changes what the client sends. */
  rewrite: ((text: string) => string) | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async start(directory: string, target: string, name = 'relay'): Promise<Relay> {
    const path = join(directory, `${name}.sock`);
    const relay = new Relay(path, target.slice('unix:'.length));
    relay.#server.listen(path);
    await once(relay.#server, 'listening');
    return relay;
  }

  private constructor(path: string, target: string) {
    this.endpoint = `unix:${path}`;
    this.#server = createServer((client) => this.#join(client, target));
  }

  /** Ends every connection through the relay. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  #join(client: Socket, target: string): void {
    if (this.closed) {
      client.destroy();
      return;
    }
    this.received = '';
    const server = dial({ path: target });
    this.#pair(client, server);
    client.on('data', (bytes: Buffer) => {
      server.write(this.rewrite?.(bytes.toString()) ?? bytes);
    });
    server.on('data', (bytes: Buffer) => {
      this.received += bytes.toString('latin1');
      if (!this.silent) client.write(this.damage?.(bytes) ?? bytes);
    });
  }

  #pair(client: Socket, server: Socket): void {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
