// Every way a server or a connection can refuse us, with the names RFC 7047 gives them. Kinds are a closed list; what a
// newer server invents becomes 'other' and keeps its text in `tag`.

const KINDS = [
  // RFC 7047 section 5.2, per operation and at commit time
  'aborted',
  'constraint violation',
  'domain error',
  'duplicate uuid name',
  'not owner',
  'not supported',
  'range error',
  'referential integrity violation',
  'resources exhausted',
  'timed out',
  'I/O error',
  // RFC 7047 section 4.1, per request
  'canceled',
  'unknown database',
  // ovsdb-server beyond the RFC
  'duplicate uuid',
  'permission error',
  'syntax error',
  'unknown method',
  'not leader',
  'cluster error',
  'internal error',
] as const;

export type OvsdbErrorKind = (typeof KINDS)[number] | 'disconnected' | 'other';

const KNOWN: ReadonlySet<string> = new Set(KINDS);

export interface OvsdbErrorDetail {
  readonly details?: string;
  /** Which operation failed; equal to the number of operations when the commit itself failed. */
  readonly operationIndex?: number;
  readonly cause?: unknown;
}

export class OvsdbError extends Error {
  override readonly name = 'OvsdbError';
  readonly kind: OvsdbErrorKind;
  /** The text the server used for the kind. */
  readonly tag: string;
  readonly details: string | undefined;
  readonly operationIndex: number | undefined;

  constructor(tag: string, detail: OvsdbErrorDetail = {}) {
    const where = detail.operationIndex === undefined ? '' : ` (operation ${detail.operationIndex})`;
    super(`${tag}${where}${detail.details ? `: ${detail.details}` : ''}`, { cause: detail.cause });
    this.tag = tag;
    this.kind = kindOf(tag);
    this.details = detail.details;
    this.operationIndex = detail.operationIndex;
  }
}

/** The peer said something that is not OVSDB: the connection cannot be trusted any longer. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

function kindOf(tag: string): OvsdbErrorKind {
  if (tag === 'disconnected') return 'disconnected';
  // ovsdb-server spells this one otherwise than the RFC.
  if (tag === 'duplicate uuid-name') return 'duplicate uuid name';
  return KNOWN.has(tag) ? (tag as OvsdbErrorKind) : 'other';
}

/** The `error` member of a reply or of one operation result: a bare string or `{error, details}`. */
export function errorFromWire(wire: unknown, operationIndex?: number): OvsdbError {
  if (typeof wire === 'string') return new OvsdbError(wire, { operationIndex });
  if (typeof wire === 'object' && wire !== null && 'error' in wire && typeof wire.error === 'string') {
    const details = 'details' in wire && typeof wire.details === 'string' ? wire.details : undefined;
    return new OvsdbError(wire.error, { details, operationIndex });
  }
  return new OvsdbError('other', { details: JSON.stringify(wire), operationIndex });
}
