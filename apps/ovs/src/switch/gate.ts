// A socket that takes connections at once and leads them on only when it is opened: programs are started, have read their
// input and have connected long before the server is there that they talk to.

import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';

export interface Gate {
  readonly path: string;
  /** A program waits at it. */
  readonly reached: Promise<void>;
  /** So many bytes have come back from behind the gate. */
  answered(bytes: number): Promise<void>;
  /** From now on connections lead to this socket. */
  open(target: string): void;
  close(): void;
}

export async function makeGate(path: string): Promise<Gate> {
  const reached = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const waiting: Socket[] = [];
  const looks = new Set<() => void>();
  let came = 0;
  let target: string | undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const lead = (socket: Socket) => {
    const onward = connect(target!);
    keep(onward);
    onward.on('data', (chunk) => {
      came += chunk.length;
      for (const look of looks) look();
    });
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    keep(socket);
    if (target !== undefined) return lead(socket);
    socket.pause();
    waiting.push(socket);
    reached.resolve();
  });
  rmSync(path, { force: true });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done));
  return {
    path,
    reached: reached.promise,
    answered: (bytes) =>
      new Promise((done) => {
        const look = () => {
          if (came < bytes) return;
          looks.delete(look);
          done();
        };
        looks.add(look);
        look();
      }),
    open(to) {
      target = to;
      for (const socket of waiting.splice(0)) lead(socket);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(path, { force: true });
    },
  };
}
