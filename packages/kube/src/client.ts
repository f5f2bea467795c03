// Typed calls to a Kubernetes API server. Every call resolves to an ApiResult: HTTP errors and network failures are
// values, nothing rejects. Mutations are never repeated after a lost connection: only the caller knows what that means.

import { type ApiError, type ApiResult, apiFailure, errorOfAnswer, localFailure } from './api-error.ts';
import type { ClusterConfig } from './cluster-config.ts';
import type { Identified, KubeList, KubeObject } from './object.ts';
import { pause } from './pause.ts';
import { apiVersionOf, collectionPath, objectPath, queryString, type ResourceRef } from './resource-path.ts';
import { glimpseVersion } from './resource-version.ts';
import { Transport } from './transport.ts';

export interface KubeClientOptions {
  /** Sockets for calls; watches have one each besides. */
  readonly maxConnections?: number;
  readonly userAgent?: string;
  /** Limit of connecting, TLS included. */
  readonly connectTimeoutMs?: number;
  /** Replaces JSON.parse, for example by one that keeps integers beyond 2^53. */
  readonly parse?: (text: string) => unknown;
  readonly stringify?: (value: unknown) => string;
  /** Limit of one call including waits for Retry-After. */
  readonly timeoutMs?: number;
  /** Field manager of applies that name none. */
  readonly fieldManager?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /**
   * What the caller holds of the object with this resourceVersion; if anything, it is the value, and the answer is not parsed.
   * Watches are often faster than answers, and parsing is most of what a small write costs.
   */
  readonly known?: (resourceVersion: string) => unknown;
}

export interface ListQuery {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
}

export interface PatchOptions extends CallOptions {
  readonly subresource?: 'status' | 'scale';
  readonly fieldManager?: string;
}

export interface ApplyOptions extends PatchOptions {
  /** Take fields over from other managers; default true, as controllers are expected to. */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
}

export interface RawCall extends CallOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

const MERGE_PATCH = 'application/merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';
const MAX_RETRIES = 8;

export class KubeClient {
  readonly transport: Transport;
  readonly parse: (text: string) => unknown;
  readonly #stringify: (value: unknown) => string;
  readonly #timeoutMs: number;
  readonly #fieldManager: string;

  constructor(config: ClusterConfig, options: KubeClientOptions = {}) {
    const userAgent = options.userAgent ?? 'kube-ovn';
    const { maxConnections = 16, connectTimeoutMs = 5000 } = options;
    this.transport = new Transport(config, { maxConnections, userAgent, connectTimeoutMs });
    this.parse = options.parse ?? JSON.parse;
    this.#stringify = options.stringify ?? JSON.stringify;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#fieldManager = options.fieldManager ?? userAgent;
  }

  get<T = KubeObject>(
    ref: ResourceRef,
    name: string,
    namespace?: string,
    options?: CallOptions,
  ): Promise<ApiResult<T>> {
    return this.request<T>({ ...options, method: 'GET', path: objectPath(ref, name, namespace) });
  }

  async list<T = KubeObject>(
    ref: ResourceRef,
    query: ListQuery = {},
    options?: CallOptions,
  ): Promise<ApiResult<KubeList<T>>> {
    const { namespace, ...rest } = query;
    const path = collectionPath(ref, namespace) + queryString(rest);
    const answer = await this.request({ ...options, method: 'GET', path });
    if (!answer.ok) return answer;
    if (!isListAnswer<T>(answer.value)) return localFailure('BadResponse', `GET ${path}: the answer is not a list`);
    const { metadata, apiVersion } = answer.value;
    const items = answer.value.items ?? [];
    // Items of built-in lists carry neither kind nor apiVersion, events of a watch do: make both look alike.
    for (const item of items) nameKind(item as Partial<KubeObject>, apiVersion ?? apiVersionOf(ref), ref.kind);
    return {
      ok: true,
      value: {
        items,
        resourceVersion: metadata.resourceVersion ?? '',
        continue: metadata.continue || undefined,
        remainingItemCount: metadata.remainingItemCount,
      },
    };
  }

  create<T extends Identified = KubeObject>(ref: ResourceRef, object: T, options?: CallOptions): Promise<ApiResult<T>> {
    const path = collectionPath(ref, object.metadata.namespace);
    return this.request<T>({ ...options, method: 'POST', path, body: object });
  }

  /** PUT of the whole object; with metadata.resourceVersion set it fails with 409 when somebody else wrote since. */
  replace<T extends Identified = KubeObject>(
    ref: ResourceRef,
    object: T,
    options?: PatchOptions,
  ): Promise<ApiResult<T>> {
    const { name, namespace } = object.metadata;
    const path = objectPath(ref, name, namespace, options?.subresource);
    return this.request<T>({ ...options, method: 'PUT', path, body: object });
  }

  mergePatch<T = KubeObject>(
    ref: ResourceRef,
    name: string,
    namespace: string | undefined,
    patch: unknown,
    options?: PatchOptions,
  ): Promise<ApiResult<T>> {
    const query = queryString({ fieldManager: options?.fieldManager });
    const path = objectPath(ref, name, namespace, options?.subresource) + query;
    return this.request<T>({ ...options, method: 'PATCH', path, body: patch, contentType: MERGE_PATCH });
  }

  /** Server-side apply: the object holds exactly the fields we own. */
  apply<T extends Identified = KubeObject>(ref: ResourceRef, object: T, options?: ApplyOptions): Promise<ApiResult<T>> {
    const { name, namespace } = object.metadata;
    const query = queryString({
      fieldManager: options?.fieldManager ?? this.#fieldManager,
      force: options?.force ?? true,
    });
    const path = objectPath(ref, name, namespace, options?.subresource) + query;
    const body = { apiVersion: apiVersionOf(ref), kind: ref.kind, ...object };
    return this.request<T>({ ...options, method: 'PATCH', path, body, contentType: APPLY_PATCH });
  }

  /** Resolves to the server's answer: a Status, or the object when finalizers keep it for now. */
  delete(ref: ResourceRef, name: string, namespace?: string, options: DeleteOptions = {}): Promise<ApiResult<unknown>> {
    const { uid, resourceVersion, propagationPolicy, gracePeriodSeconds, ...call } = options;
    const preconditions = uid || resourceVersion ? { uid, resourceVersion } : undefined;
    const body =
      preconditions || propagationPolicy || gracePeriodSeconds !== undefined
        ? { apiVersion: 'v1', kind: 'DeleteOptions', preconditions, propagationPolicy, gracePeriodSeconds }
        : undefined;
    return this.request({ ...call, method: 'DELETE', path: objectPath(ref, name, namespace), body });
  }

  /** Any path of the API ("/version", "/readyz", ...); text that is not JSON is returned as a string. */
  async request<T = unknown>(call: RawCall): Promise<ApiResult<T>> {
    const body = call.body === undefined ? undefined : this.#stringify(call.body);
    const limit = call.timeoutMs ?? this.#timeoutMs;
    const startedAt = performance.now();
    let tokenTried = false;
    for (let attempt = 0; ; attempt++) {
      const timeoutMs = limit - (performance.now() - startedAt);
      const { method, path, contentType, signal } = call;
      const reply = await this.transport.exchange({ method, path, body, contentType, signal, timeoutMs });
      if (!reply.ok) {
        // The server may close an idle socket just when we write to it. Reads may simply be asked again.
        if (reply.error.reason === 'NetworkError' && method === 'GET' && attempt === 0) continue;
        return reply;
      }
      const { status, headers } = reply.value;
      const known = status >= 200 && status < 300 ? knownValue(reply.value.text, call) : undefined;
      if (known !== undefined) return { ok: true, value: known as T };
      const content = this.#decode(reply.value.text, headers['content-type']);
      if (status >= 200 && status < 300) return content.ok ? { ok: true, value: content.value as T } : content;
      const error = errorOfAnswer(status, headers, content.ok ? content.value : undefined);
      if (status === 401 && !tokenTried && this.transport.refreshToken()) {
        tokenTried = true;
        continue;
      }
      const waitMs = retryDelayMs(error, method, attempt);
      if (waitMs === undefined || performance.now() - startedAt + waitMs >= limit) return { ok: false, error };
      if (!(await pause(waitMs, signal))) return localFailure('Aborted', `${method} ${path} aborted`, error);
    }
  }

  close(): void {
    this.transport.close();
  }

  #decode(text: string, contentType: string | undefined): ApiResult<unknown> {
    if (text === '') return { ok: true, value: undefined };
    if (contentType !== undefined && !contentType.includes('json')) return { ok: true, value: text };
    try {
      return { ok: true, value: this.parse(text) };
    } catch (error) {
      return apiFailure({ status: 0, reason: 'BadResponse', message: 'the answer is not JSON', cause: error });
    }
  }
}

function knownValue(text: string, { known }: RawCall): unknown {
  const version = known === undefined ? undefined : glimpseVersion(text);
  return version === undefined ? undefined : known?.(version);
}

interface ListAnswer<T> {
  readonly apiVersion?: string;
  readonly items?: readonly T[] | null;
  readonly metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
}

function isListAnswer<T>(value: unknown): value is ListAnswer<T> {
  if (!isRecord(value) || !isRecord(value.metadata)) return false;
  const { items } = value;
  return items === null || items === undefined || (Array.isArray(items) && items.every(isRecord));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Lists name their type once; `apiVersion` of a list equals that of its items. */
function nameKind(item: Partial<KubeObject>, apiVersion: string, kind: string): void {
  item.apiVersion ??= apiVersion;
  item.kind ??= kind;
}

// 429 means "not executed", so any method may be sent again. 503 with Retry-After says the same only for reads: the
// failure may have come after a write.
function retryDelayMs(error: ApiError, method: string, attempt: number): number | undefined {
  if (attempt >= MAX_RETRIES) return undefined;
  if (error.status === 429) return error.retryAfterMs ?? Math.min(250 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
  if (error.status === 503 && method === 'GET') return error.retryAfterMs;
  return undefined;
}
