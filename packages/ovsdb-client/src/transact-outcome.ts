// Turns the reply to `transact` into an outcome. The result array is one element longer than the operations when the
// commit itself failed (RFC 7047 section 4.1.3): looking at the operations alone would call that a success.
import { errorFromWire, OvsdbError } from './ovsdb-error.ts';
import type { Reply } from './rpc-session.ts';
import type { DatabaseSchema } from './schema.ts';
import { decodeSelected } from './selected-rows.ts';
import { isUuid, type Row, type Uuid } from './value.ts';
import type { Operation } from './wire.ts';

/** insert has `uuid`, update, mutate and delete have `count`, select has `rows`, the others have nothing. */
export interface OperationResult {
  readonly uuid?: Uuid;
  readonly count?: number;
  readonly rows?: readonly Row[];
}

export type TransactOutcome =
  | {
      readonly ok: true;
      readonly results: readonly OperationResult[];
      /** uuid-name -> real uuid */
      readonly uuids: Readonly<Record<string, Uuid>>;
    }
  | {
      readonly ok: false;
      readonly error: OvsdbError;
      /** `unknown`: sent, and the answer never came. Look into the replica after the reconnect. */
      readonly committed: 'no' | 'unknown';
    };

/** The server gave up waiting for its cluster; the log entry may still become committed. */
const MAYBE_COMMITTED: ReadonlySet<string> = new Set(['cluster error', 'lost leadership', 'timeout', 'shutdown']);

export function outcomeOf(
  reply: Reply,
  operations: readonly Operation[],
  schema: DatabaseSchema | undefined,
): TransactOutcome {
  if (reply.kind === 'lost') return { ok: false, error: reply.error, committed: reply.sent ? 'unknown' : 'no' };
  if (reply.kind === 'error') return refused(reply.error);
  const { result } = reply;
  if (!Array.isArray(result) || result.length < operations.length) {
    const error = new OvsdbError('other', { details: `a transact reply of the wrong form: ${JSON.stringify(result)}` });
    return { ok: false, error, committed: 'unknown' };
  }
  const failed = result.findIndex((element) => element !== null && typeof element === 'object' && 'error' in element);
  if (failed >= 0) return refused(errorFromWire(result[failed], failed));
  return success(result, operations, schema);
}

function refused(error: OvsdbError): TransactOutcome {
  return { ok: false, error, committed: MAYBE_COMMITTED.has(error.tag) ? 'unknown' : 'no' };
}

function success(
  wire: readonly unknown[],
  operations: readonly Operation[],
  schema: DatabaseSchema | undefined,
): TransactOutcome {
  const uuids: Record<string, Uuid> = Object.create(null);
  const results = operations.map((operation, i) => {
    const element = (wire[i] ?? {}) as { uuid?: unknown; count?: unknown; rows?: unknown };
    if (operation.op === 'select') return { rows: decodeSelected(schema?.tables[operation.table], element.rows) };
    if (operation.op !== 'insert') return typeof element.count === 'number' ? { count: element.count } : {};
    const uuid = Array.isArray(element.uuid) && isUuid(element.uuid[1]) ? element.uuid[1] : undefined;
    const name = operation['uuid-name'];
    if (name !== undefined && uuid !== undefined) uuids[name] = uuid;
    return { uuid };
  });
  return { ok: true, results, uuids };
}
