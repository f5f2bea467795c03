// Makes the API server of a test, which listens on a unix socket, reachable inside a node's namespace: relay.ts SOCKET PORT

import { connect, createServer } from 'node:net';

const [socketPath = '', port = ''] = process.argv.slice(2);

createServer((client) => {
  const server = connect(socketPath);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
