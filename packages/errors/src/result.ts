// Expected failures are values: a function that can fail in a way its caller must handle returns a Result, bugs throw.

import type { ErrorCode } from './catalogue.ts';
import { type CodedError, codedError } from './coded-error.ts';

export type Result<T, E = CodedError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** A failure made from a code of the catalogue. */
export function failWith(
  code: ErrorCode,
  params?: Readonly<Record<string, string | number>>,
  cause?: unknown,
): { readonly ok: false; readonly error: CodedError } {
  return fail(codedError(code, params, cause));
}
