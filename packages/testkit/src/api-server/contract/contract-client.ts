// A bare HTTP client for the contract: no library in between, so that only the server is under test.
import { randomBytes } from 'node:crypto';
import { decodeJson, encodeJson } from '../json/codec.ts';
import { type Json, type JsonObject, jsonAt } from '../json/json.ts';

/** A server under test. With TLS, give Node its CA by NODE_EXTRA_CA_CERTS; a token goes into the headers. */
export interface ContractServer {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly #open = new Set<WatchReader>();

  constructor(server: ContractServer) {
    this.#server = server;
  }

  async request(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(this.#server.url + path, {
      method,
      headers: { 'content-type': JSON_TYPE, ...this.#server.headers, ...headers },
      ...(body === undefined ? {} : { body: encodeJson(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: (isJson ? decodeJson(text) : { text }) as JsonObject };
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
    const abort = new AbortController();
    const separator = path.includes('?') ? '&' : '?';
    const response = await fetch(`${this.#server.url}${path}${separator}watch=true`, {
      headers: { ...this.#server.headers },
      signal: abort.signal,
    });
    const reader = new WatchReader(response, abort);
    this.#open.add(reader);
    return reader;
  }

  closeWatches(): void {
    for (const reader of this.#open) reader.close();
    this.#open.clear();
  }
}

export class WatchReader {
  readonly #lines: AsyncIterator<string>;
  readonly #abort: AbortController;

  constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    this.#lines = linesOf(response);
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
    this.#abort.abort();
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
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
