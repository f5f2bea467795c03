// Asks a member about its database: one request to its client port, without keeping a connection.

import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TlsMaterial } from '@kube-ovn/supervise';
import type { PeerAnswer } from './peer.ts';

export interface PeerQuestion {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: TlsMaterial | undefined;
  readonly timeoutMs?: number;
}

const COLUMNS = ['name', 'model', 'cid', 'sid', 'connected', 'leader', 'index'];

/** Never rejects: no answer is an answer. */
export async function probePeer(question: PeerQuestion): Promise<PeerAnswer> {
  try {
    const select = { op: 'select', table: 'Database', where: [], columns: COLUMNS };
    return readAnswer(
      await ask(question, { id: 0, method: 'transact', params: ['_Server', select] }),
      question.database,
    );
  } catch (error) {
    return { kind: 'silent', why: (error as Error).message };
  }
}

export function readAnswer(answer: unknown, database: string): PeerAnswer {
  const { result } = answer as {
    readonly result?: readonly { readonly rows?: readonly Readonly<Record<string, unknown>>[] }[];
  };
  const rows = result?.[0]?.rows;
  if (!rows) return { kind: 'silent', why: 'its answer is not understood' };
  const row = rows.find(({ name }) => name === database);
  if (row?.model === 'seed' || row?.model === 'standalone') return { kind: row.model };
  const [clusterId, serverId] = [uuidOf(row?.cid), uuidOf(row?.sid)];
  // A server that is still joining knows no cluster: it holds nothing.
  if (!row || row.model !== 'clustered' || !clusterId || !serverId) return { kind: 'empty' };
  return {
    kind: 'member',
    clusterId,
    serverId,
    leader: row.leader === true,
    connected: row.connected === true,
    index: typeof row.index === 'number' ? row.index : 0,
  };
}

function uuidOf(value: unknown): string | undefined {
  return Array.isArray(value) && value[0] === 'uuid' ? String(value[1]) : undefined;
}

function ask(question: PeerQuestion, request: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const limit = question.timeoutMs ?? 2_000;
  const socket = open(question);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${limit} ms`)), limit);
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    // A server may ask for an echo first; our answer is the object with our id.
    const answer = objectsOf(text).find(({ id, method }) => id === 0 && method === undefined);
    if (!answer) return;
    resolve(answer);
    socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(timer);
    reject(new Error('it closed the connection'));
  });
  socket.write(JSON.stringify(request));
  return promise;
}

function open({ host, port, tls }: PeerQuestion): Socket {
  if (!tls) return connectTcp({ host, port });
  // The authority signs the members of one closed system; names in certificates are not looked at.
  return connectTls({ host, port, ...tls, servername: '', checkServerIdentity: () => undefined });
}

function objectsOf(text: string): { readonly id?: unknown; readonly method?: unknown }[] {
  const objects: { readonly id?: unknown }[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '{') {
      if (depth++ === 0) start = at;
    } else if (letter === '}' && --depth === 0) objects.push(JSON.parse(text.slice(start, at + 1)));
  }
  return objects;
}
