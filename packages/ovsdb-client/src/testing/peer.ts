// A bare TCP peer whose every byte is written by the test: for silence, for echo, and for things no server would say.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { JsonFramer } from '../json-framer.ts';

export interface Message {
  readonly id: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

export class Peer {
  readonly messages: Message[] = [];
  connections = 0;
  socket: Socket | undefined;
  readonly #server: Server;
  #arrived: (() => void)[] = [];

  static async start(): Promise<Peer> {
    const peer = new Peer();
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  private constructor() {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.socket = socket;
      const framer = new JsonFramer((message) => this.messages.push(JSON.parse(message.toString())));
      socket.on('error', () => {});
      socket.on('data', (bytes: Buffer) => {
        framer.push(bytes);
        for (const arrived of this.#arrived.splice(0)) arrived();
      });
    });
  }

  get endpoint(): string {
    return `tcp:127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The first message that fits, now or later. */
  async message(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.socket?.destroy();
    await closed;
  }
}
