// Failures of API calls as values: what the server answered (a Status object), or why there was no answer (status 0).

export type ApiResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ApiError };

/** Reasons of failures that no server reported; their status is 0. */
export type LocalReason = 'NetworkError' | 'ClientTimeout' | 'Aborted' | 'BadResponse';

export interface ApiErrorFields {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly details?: unknown;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** Kubernetes' reason ("NotFound", "AlreadyExists", "Conflict", "Expired", ...) or a LocalReason. */
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  /** `details` of the server's Status object. */
  readonly details: unknown;

  constructor(fields: ApiErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'ApiError';
    this.status = fields.status;
    this.reason = fields.reason;
    this.retryAfterMs = fields.retryAfterMs;
    this.details = fields.details;
  }
}

export function apiFailure(fields: ApiErrorFields): { readonly ok: false; readonly error: ApiError } {
  return { ok: false, error: new ApiError(fields) };
}

export function localFailure(reason: LocalReason, message: string, cause?: unknown): ReturnType<typeof apiFailure> {
  return apiFailure({ status: 0, reason, message, cause });
}

/** The error of an answer that is not 2xx. The body may be a Status object, a proxy's HTML page, or nothing. */
export function errorOfAnswer(status: number, headers: { readonly 'retry-after'?: string }, body: unknown): ApiError {
  const answer = isRecord(body) ? body : {};
  const text = typeof body === 'string' ? body.trim().slice(0, 200) : '';
  return new ApiError({
    status,
    reason: typeof answer.reason === 'string' && answer.reason !== '' ? answer.reason : (REASONS[status] ?? 'Unknown'),
    message:
      typeof answer.message === 'string' && answer.message !== '' ? answer.message : `HTTP ${status} ${text}`.trim(),
    retryAfterMs: retryAfterMs(headers['retry-after']),
    details: answer.details,
  });
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
