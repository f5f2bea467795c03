// Orders to the warden: power of a node. The answer comes when it is done.

import { closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { PlainError } from '@kube-ovn/testkit/launch';
import type { Order } from '../inside/control-server.ts';
import { CONTROL_SOCKET, RUN } from '../paths.ts';

export function power(node: string, order: Order): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A socket's path may have 107 bytes at most; the way through a descriptor is short.
  const folder = openSync(RUN, 'r');
  const call = request({
    socketPath: `/proc/self/fd/${folder}/${CONTROL_SOCKET}`,
    path: `/nodes/${node}/${order}`,
    method: 'POST',
    agent: false,
  });
  call.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new PlainError(`${order} of ${node}: ${text}`, 'See `npm run lab -- status`.'));
    });
  });
  call.on('error', reject);
  call.end();
  return promise.finally(() => closeSync(folder));
}
