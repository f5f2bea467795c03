// One end of a TCP transfer, run inside the namespace of its place: takes bytes, and answers with their number.

import { createServer } from 'node:net';

const port = Number(process.argv[2]);

const server = createServer({ allowHalfOpen: true }, (socket) => {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.on('end', () => socket.end(String(bytes)));
  socket.on('error', () => {});
});
server.listen({ port, host: '::', ipv6Only: false }, () => console.log('ready'));
