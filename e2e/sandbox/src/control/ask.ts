// Asks a running sandbox, from outside its namespaces.

import { closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { PlainError } from '@kube-ovn/testkit/launch';
import { CONTROL_SOCKET_NAME } from './protocol.ts';

export function ask<T>(runFolder: string, path: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // See forwardSocket: a socket's path must be short.
  const folder = openSync(runFolder, 'r');
  const socketPath = `/proc/self/fd/${folder}/${CONTROL_SOCKET_NAME}`;
  const call = request({ socketPath, path, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve(JSON.parse(text) as T);
      else reject(new Error(text));
    });
  });
  call.on('error', (cause) => {
    reject(new PlainError('the sandbox is not there yet.', 'Wait until it has started its programs.', '', cause));
  });
  call.end();
  return promise.finally(() => closeSync(folder));
}
