// One watch request, from its start to its end. It says how the watch ended; what to do then is the reflector's business.

import type * as http from 'node:http';
import { ApiError, errorOfAnswer } from './api-error.ts';
import type { KubeClient } from './client.ts';
import { LineSplitter } from './line-splitter.ts';
import type { KubeObject } from './object.ts';
import { collectionPath, queryString, type ResourceRef } from './resource-path.ts';
import { glimpseVersion } from './resource-version.ts';

export interface WatchQuery {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubeObject;
}

/**
 * closed: the server ended it in the regular way; expired: our resourceVersion is gone, list again; silent: no byte for
 * too long; garbage: an answer that is no event; failed: refused, reset, cut; aborted: by our own signal.
 */
export type WatchEnd = 'closed' | 'expired' | 'silent' | 'garbage' | 'failed' | 'aborted';

export interface WatchOutcome {
  readonly end: WatchEnd;
  readonly error?: ApiError;
  /** Events and bookmarks received. */
  readonly received: number;
  readonly livedMs: number;
}

export interface WatchHooks {
  readonly onOpen: () => void;
  readonly onEvent: (event: WatchEvent) => void;
  /** True when the object of this resourceVersion is known already: its event is not read then. */
  readonly isKnown?: (resourceVersion: string) => boolean;
  /** No byte for so long (headers included) ends the watch as silent. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

const EVENT_TYPES = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);
const MAX_ERROR_BODY = 64 * 1024;

export function watchOnce(
  client: KubeClient,
  ref: ResourceRef,
  query: WatchQuery,
  hooks: WatchHooks,
): Promise<WatchOutcome> {
  if (hooks.signal.aborted) return Promise.resolve({ end: 'aborted', received: 0, livedMs: 0 });
  const { namespace, ...rest } = query;
  const path = collectionPath(ref, namespace) + queryString({ watch: 1, allowWatchBookmarks: true, ...rest });
  return new Promise((resolve) => new WatchRun(client, path, hooks, resolve));
}

class WatchRun {
  readonly #client: KubeClient;
  readonly #hooks: WatchHooks;
  readonly #resolve: (outcome: WatchOutcome) => void;
  readonly #request: http.ClientRequest;
  readonly #splitter = new LineSplitter((line) => this.#line(line));
  readonly #startedAt = performance.now();
  #silence: NodeJS.Timeout;
  #lastByteAt = this.#startedAt;
  #received = 0;
  #ended = false;

  constructor(client: KubeClient, path: string, hooks: WatchHooks, resolve: (outcome: WatchOutcome) => void) {
    this.#client = client;
    this.#hooks = hooks;
    this.#resolve = resolve;
    this.#silence = setTimeout(this.#checkSilence, hooks.silenceMs);
    hooks.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#request = client.transport.openStream(path);
    this.#request.on('error', (cause) => this.#end('failed', networkError(cause)));
    this.#request.on('response', (response) => this.#answer(response));
  }

  readonly #onAbort = (): void => this.#end('aborted');

  // One timer for the whole watch instead of one per chunk: when it fires it looks how long ago the last byte was.
  readonly #checkSilence = (): void => {
    const left = this.#silenceLeft();
    if (left > 0) this.#silence = setTimeout(this.#checkSilence, Math.ceil(left));
    else setImmediate(this.#silent);
  };

  // When our own event loop was busy for long, timers run before the bytes that arrived meanwhile are read: look again
  // after one turn of reading.
  readonly #silent = (): void => {
    if (this.#ended) return;
    if (this.#silenceLeft() > 0) this.#checkSilence();
    else this.#end('silent', new ApiError({ status: 0, reason: 'ClientTimeout', message: 'the watch is silent' }));
  };

  #silenceLeft(): number {
    return this.#hooks.silenceMs - (performance.now() - this.#lastByteAt);
  }

  #answer(response: http.IncomingMessage): void {
    this.#lastByteAt = performance.now();
    response.on('error', (cause) => this.#end('failed', networkError(cause)));
    if (response.statusCode !== 200) {
      this.#refused(response);
      return;
    }
    this.#hooks.onOpen();
    response.on('data', (chunk: Buffer) => this.#chunk(chunk));
    response.on('end', () => {
      if (this.#splitter.pendingBytes > 0)
        this.#end('failed', networkError(new Error('watch was cut inside an event')));
      else this.#end('closed');
    });
    response.on('close', () => this.#end('failed', networkError(new Error('connection closed'))));
  }

  #refused(response: http.IncomingMessage): void {
    if (response.statusCode === 401) this.#client.transport.refreshToken();
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      const error = errorOfAnswer(response.statusCode ?? 0, response.headers, this.#parseStatus(Buffer.concat(chunks)));
      this.#end(isExpiry(error) ? 'expired' : 'failed', error);
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ERROR_BODY) return finish();
      chunks.push(chunk);
    });
    response.on('end', finish);
    response.on('close', finish);
  }

  #parseStatus(body: Buffer): unknown {
    const text = body.toString('utf8');
    try {
      return this.#client.parse(text);
    } catch {
      return text;
    }
  }

  #chunk(chunk: Buffer): void {
    if (this.#ended) return;
    this.#lastByteAt = performance.now();
    try {
      this.#splitter.push(chunk);
    } catch (cause) {
      this.#end('garbage', badEvent(cause));
    }
  }

  #line(line: string): void {
    if (this.#ended) return;
    const version = versionOf(line);
    if (version !== undefined && this.#hooks.isKnown?.(version)) {
      this.#received++;
      return;
    }
    const event = this.#client.parse(line);
    if (!isEvent(event)) {
      this.#errorEvent(event, line);
      return;
    }
    this.#received++;
    this.#hooks.onEvent(event);
  }

  #errorEvent(event: unknown, line: string): void {
    const status = isRecord(event) && event.type === 'ERROR' && isRecord(event.object) ? event.object : undefined;
    if (status === undefined) {
      this.#end('garbage', badEvent(new Error(line.slice(0, 200))));
      return;
    }
    const error = errorOfAnswer(typeof status.code === 'number' ? status.code : 500, {}, status);
    this.#end(isExpiry(error) ? 'expired' : 'failed', error);
  }

  #end(end: WatchEnd, error?: ApiError): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#silence);
    this.#hooks.signal.removeEventListener('abort', this.#onAbort);
    this.#request.destroy();
    this.#resolve({ end, error, received: this.#received, livedMs: performance.now() - this.#startedAt });
  }
}

/** The resourceVersion of an ADDED or MODIFIED event, found without parsing; undefined when in doubt. */
function versionOf(line: string): string | undefined {
  return line.startsWith('{"type":"MODIFIED"') || line.startsWith('{"type":"ADDED"') ? glimpseVersion(line) : undefined;
}

// "Too large resource version" is how a server answers after its etcd was restored from a backup: ours is of the future.
function isExpiry(error: ApiError): boolean {
  if (error.status === 410 || error.reason === 'Expired' || error.reason === 'Gone') return true;
  return error.status === 400 || (error.status === 504 && error.message.includes('resource version'));
}

function isEvent(value: unknown): value is WatchEvent {
  if (!isRecord(value) || typeof value.type !== 'string' || !EVENT_TYPES.has(value.type)) return false;
  const object = value.object;
  if (!isRecord(object) || !isRecord(object.metadata)) return false;
  return value.type === 'BOOKMARK' || typeof object.metadata.name === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function networkError(cause: Error): ApiError {
  return new ApiError({ status: 0, reason: 'NetworkError', message: cause.message, cause });
}

function badEvent(cause: unknown): ApiError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new ApiError({ status: 0, reason: 'BadResponse', message: `not a watch event: ${detail}`, cause });
}
