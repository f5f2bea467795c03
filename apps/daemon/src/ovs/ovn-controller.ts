// Is ovn-controller connected to the Southbound database? Asked by its control socket: one request on a unix socket.

import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const LIMIT_MS = 1_000;

/** The status it reports ("connected", "not connected"); undefined when nobody can be asked, which says nothing. */
export async function ovnControllerStatus(runDirectory: string): Promise<string | undefined> {
  const socket = await controlSocket(runDirectory);
  return socket && ask(socket, 'connection-status');
}

/** "ovn-controller.PID.ctl" of the pid file, else a socket with a fixed name. */
async function controlSocket(directory: string): Promise<string | undefined> {
  const files: readonly string[] = await readdir(directory).catch(() => []);
  const pid = await readFile(join(directory, 'ovn-controller.pid'), 'utf8').catch(() => '');
  const names = [`ovn-controller.${pid.trim()}.ctl`, 'ovn-controller.ctl', 'controller.ctl'];
  const found = names.find((name) => files.includes(name));
  return found && join(directory, found);
}

function ask(path: string, method: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect(path);
  let text = '';
  socket.setEncoding('utf8').setTimeout(LIMIT_MS, () => socket.destroy());
  socket.on('connect', () => socket.write(JSON.stringify({ method, params: [], id: 0 })));
  socket.on('data', (chunk: string) => {
    text += chunk;
    const result = resultOf(text);
    if (result === undefined) return;
    resolve(result);
    socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(undefined));
  return promise;
}

/** The stream has no frames: an answer is complete when it parses. */
function resultOf(text: string): string | undefined {
  try {
    const { result } = JSON.parse(text) as { result?: unknown };
    return typeof result === 'string' ? result.trim() : undefined;
  } catch {
    return undefined;
  }
}
