// Row shapes for writing: a row without its uuid, any subset of columns, references possibly to rows of the same transaction.

import type { NamedUuid } from '@kube-ovn/ovsdb-client';

/** Columns of a row to insert or update. Absent columns keep the schema's default (insert) or their value (update). */
export type Columns<Row> = { readonly [Column in Exclude<keyof Row, '_uuid'>]?: Writable<Row[Column]> };

// A uuid is a plain string to the compiler, so wherever any string fits, a named uuid fits as well.
type Writable<Value> = Value extends readonly (infer Element)[]
  ? readonly (Element | OrNamed<Element>)[]
  : Value | OrNamed<Value>;
type OrNamed<Value> = string extends Value ? NamedUuid : never;
