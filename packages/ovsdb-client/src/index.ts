// Everything this package promises; the rest may change.
export type { SetChange } from './apply-difference.ts';
export { type ClientOptions, type ConnectionState, connect, type OvsdbClient } from './client.ts';
export type { TlsIdentity } from './dial.ts';
export type { Writable } from './encode-value.ts';
export type { Lock, LockState } from './lock.ts';
export { OvsdbError, type OvsdbErrorKind, ProtocolError } from './ovsdb-error.ts';
export type { Replica } from './replica.ts';
export type { ReplicaTable } from './replica-table.ts';
export type { Reply } from './rpc-session.ts';
export {
  type AtomType,
  type BaseType,
  type ColumnKind,
  type ColumnSchema,
  type DatabaseSchema,
  parseSchema,
  type TableSchema,
} from './schema.ts';
export type { RowChange } from './table-updates.ts';
export type { OperationResult, TransactOutcome } from './transact-outcome.ts';
export { type Columns, type Condition, type Mutation, type Selector, Transaction } from './transaction.ts';
export { isUuid, type NamedUuid, named, type Row, type Scalar, type Uuid, type Value } from './value.ts';
export { valuesEqual } from './values-equal.ts';
export type {
  ConditionFunction,
  Mutator,
  Operation,
  WireAtom,
  WireCondition,
  WireMutation,
  WireRow,
  WireValue,
} from './wire.ts';
