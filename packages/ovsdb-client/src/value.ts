// The values a user sees. The wire's ["set", ...], ["map", ...] and ["uuid", ...] never leave this package.

export type Uuid = string;

/** A row inserted by the same transaction, before it has a uuid. */
export interface NamedUuid {
  readonly named: string;
}

export type Scalar = string | number | boolean;

/**
 * Decoded column value. A column of at most one element is the element or undefined, a set is an array whose order means
 * nothing, a map is an object that inherits nothing. Integers beyond 2^53 lose precision, as in all of JSON.parse.
 */
export type Value = Scalar | undefined | readonly Scalar[] | Readonly<Record<string, Scalar>>;

export type Row = { readonly _uuid: Uuid } & Readonly<Record<string, Value>>;

export function named(name: string): NamedUuid {
  return { named: name };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: unknown): text is Uuid {
  return typeof text === 'string' && text.length === 36 && UUID.test(text);
}

const ID = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** An `<id>` of RFC 7047: what may name a row of a transaction, or a lock. */
export function isId(text: string): boolean {
  return ID.test(text);
}

export const ZERO_UUID: Uuid = '00000000-0000-0000-0000-000000000000';
