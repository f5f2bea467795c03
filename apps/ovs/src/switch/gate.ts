// A socket that takes connections at once and leads them on only when it is opened: programs are started, have read their
// input and have connected long before the server is there that they talk to. What makes a bundle of flows valid is kept back
// until it is asked for.

import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { isAnswerToMark, isCommit, MARK, MessageSplitter } from './openflow-stream.ts';

export interface Gate {
  readonly path: string;
  /** A program waits at it. */
  readonly reached: Promise<void>;
  /** The server has read a whole bundle, which is not valid yet. */
  readonly staged: Promise<void>;
  /** So many bytes have come back from behind the gate. */
  answered(bytes: number): Promise<void>;
  /** From now on connections lead to this socket. */
  open(target: string): void;
  commit(): void;
  close(): void;
}

export async function makeGate(path: string): Promise<Gate> {
  const reached = Promise.withResolvers<void>();
  const staged = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
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
    const [requests, replies] = [new MessageSplitter(), new MessageSplitter()];
    socket.on('data', (chunk: Buffer) => {
      for (const message of requests.push(chunk)) {
        if (!isCommit(message)) {
          onward.write(message);
          continue;
        }
        onward.write(MARK);
        void commit.promise.then(() => onward.write(message));
      }
    });
    onward.on('data', (chunk: Buffer) => {
      came += chunk.length;
      for (const message of replies.push(chunk)) {
        if (isAnswerToMark(message)) staged.resolve();
        else socket.write(message);
      }
      for (const look of looks) look();
    });
    socket.on('end', () => onward.end());
    onward.on('end', () => socket.end());
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
    staged: staged.promise,
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
      for (const socket of waiting.splice(0)) {
        lead(socket);
        socket.resume();
      }
    },
    commit: () => commit.resolve(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(path, { force: true });
    },
  };
}
