// An error with a code of the catalogue: what users grep for, what conditions and events carry.

import { ERRORS, type ErrorCode, type ErrorSpec } from './catalogue.ts';

export type ErrorParams = Readonly<Record<string, string | number>>;

export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, cause?: unknown) {
    super(render(ERRORS[code].message, params), cause === undefined ? undefined : { cause });
    this.name = 'CodedError';
    this.code = code;
    this.params = params;
  }

  get spec(): ErrorSpec {
    return ERRORS[this.code];
  }

  /** How a queue treats the failed key. */
  get retry(): ErrorSpec['retry'] {
    return this.spec.retry;
  }

  /** Event and condition reason of the contract. */
  get reason(): string {
    return this.spec.reason;
  }
}

export function codedError(code: ErrorCode, params?: ErrorParams, cause?: unknown): CodedError {
  return new CodedError(code, params, cause);
}

/** The single door from `unknown`: whatever was thrown becomes an Error, its origin kept as `cause`. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : `thrown value: ${String(thrown)}`, { cause: thrown });
}

function render(template: string, params: ErrorParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
