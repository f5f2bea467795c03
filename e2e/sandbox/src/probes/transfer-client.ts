// The other end of a TCP transfer: sends bytes to each target one after the other, prints one JSON line per target.

import { connect } from 'node:net';

const LIMIT_MS = 5_000;
const [port, bytes, ...targets] = process.argv.slice(2);

for (const target of targets) {
  const began = performance.now();
  const received = await send(target, Buffer.alloc(Number(bytes)));
  console.log(JSON.stringify({ target, received, ms: performance.now() - began }));
}

/** How many bytes the other end says it got; 0 when it did not say so in time. */
function send(host: string, data: Buffer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect({ host, port: Number(port) });
  const timer = setTimeout(() => socket.destroy(), LIMIT_MS);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(timer);
    resolve(Number(answer));
  });
  socket.end(data);
  return promise;
}
