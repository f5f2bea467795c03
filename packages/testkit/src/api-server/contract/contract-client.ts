// A bare HTTP client for the contract: no library in between, so that only the server is under test.
import { randomBytes } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { decodeJson, encodeJson } from '../json/codec.ts';
import { type Json, type JsonObject, jsonAt } from '../json/json.ts';

/** A server under test. */
export interface ContractServer {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM texts. */
  /** False when neither garbage collector nor namespace lifecycle run. */
  readonly hasControllers?: boolean;
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

export const JSON_TYPE = 'application/json';
export const MERGE = 'application/merge-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const APPLY = 'application/apply-patch+yaml';

export class ContractClient {
  readonly #server: ContractServer;
  readonly #agent: HttpAgent;
  readonly #open = new Set<WatchReader>();

  constructor(server: ContractServer) {
    this.#server = server;
    this.#agent = server.url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ...server.tls })
      : new HttpAgent({ keepAlive: true });
  }

  async request(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<Reply> {
    const text = body === undefined ? undefined : encodeJson(body);
    const response = await this.#send(method, path, { 'content-type': JSON_TYPE, ...headers }, text);
    const answer = await textOf(response);
    const isJson = response.headers['content-type']?.includes('json') ?? false;
    return { status: response.statusCode ?? 0, body: (isJson ? decodeJson(answer) : { text: answer }) as JsonObject };
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body: Json): Promise<Reply> {
    return this.request('POST', path, body);
  }

  put(path: string, body: Json): Promise<Reply> {
    return this.request('PUT', path, body);
  }

  patch(path: string, body: Json, type: string = MERGE): Promise<Reply> {
    return this.request('PATCH', path, body, { 'content-type': type });
  }

  delete(path: string, body?: Json): Promise<Reply> {
    return this.request('DELETE', path, body);
  }

  async watch(path: string): Promise<WatchReader> {
    const separator = path.includes('?') ? '&' : '?';
    const reader = new WatchReader(await this.#send('GET', `${path}${separator}watch=true`, {}));
    this.#open.add(reader);
    return reader;
  }

  /** The end of all watches and connections. */
  close(): void {
    for (const reader of this.#open) reader.close();
    this.#open.clear();
    this.#agent.destroy();
  }

  #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<IncomingMessage> {
    const { url, headers: own } = this.#server;
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    // Without a length, Node sends the body of a DELETE unframed.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      send(url + path, { method, agent: this.#agent, headers: { ...own, ...headers, ...length } }, resolve)
        .on('error', reject)
        .end(body);
    });
  }
}

export class WatchReader {
  readonly #response: IncomingMessage;
  readonly #lines: AsyncIterator<string>;

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.#lines = linesOf(response);
  }

  get status(): number | undefined {
    return this.#response.statusCode;
  }

  /** Undefined when the server ended the stream. */
  async next(): Promise<JsonObject | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : (decodeJson(value) as JsonObject);
  }

  /** The next `count` events as `ADDED name`. */
  async take(count: number): Promise<string[]> {
    const taken: string[] = [];
    while (taken.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the watch ended after ${taken.join(', ') || 'nothing'}`);
      taken.push(`${event.type} ${jsonAt(event, ['object', 'metadata', 'name'])}`);
    }
    return taken;
  }

  close(): void {
    this.#response.destroy();
  }
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The value at a dotted path of an answer; a number is an index. */
export function at(value: Json | undefined, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((current, step) => {
    return Array.isArray(current) ? current[Number(step)] : jsonAt(current, [step]);
  }, value);
}

export function names(list: Reply): Json[] {
  const items = list.body.items;
  return Array.isArray(items) ? items.map((item) => at(item, 'metadata.name') ?? null) : [];
}

export function randomName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`;
}
