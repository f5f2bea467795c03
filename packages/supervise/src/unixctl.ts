// What ovs-appctl does, without a process: one JSON-RPC call over a daemon's control socket.

import { connect } from 'node:net';

/** The text the daemon answers; its error answer, or no answer at all, rejects. */
export function unixctl(
  socketPath: string,
  command: string,
  args: readonly string[] = [],
  timeoutMs = 10_000,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(socketPath);
  let text = '';
  const timer = setTimeout(() => socket.destroy(new Error(`${command}: no answer within ${timeoutMs} ms`)), timeoutMs);
  socket.setEncoding('utf8');
  socket.on('connect', () => socket.write(JSON.stringify({ method: command, params: args, id: 0 })));
  socket.on('data', (chunk: string) => {
    text += chunk;
    const answer = parseAnswer(text);
    if (!answer) return;
    socket.destroy();
    if (answer.error === null) resolve(answer.result.trimEnd());
    else reject(new Error(`${command}: ${answer.error.trimEnd()}`));
  });
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(timer);
    // After an answer this is without effect.
    reject(new Error(`${command}: the daemon closed the connection`));
  });
  return promise;
}

type Answer = { readonly error: null; readonly result: string } | { readonly error: string; readonly result: null };

// The stream has no frames, so an answer is complete when it parses.
function parseAnswer(text: string): Answer | undefined {
  if (!text.trimEnd().endsWith('}')) return undefined;
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
