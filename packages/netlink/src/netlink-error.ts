// The one error of this package: what was tried, and which errno came back. Crosses threads as plain data.
import { constants } from 'node:os';

export type ErrnoCode = keyof typeof constants.errno;

export interface NetlinkFailure {
  readonly operation: string;
  readonly code: ErrnoCode;
  readonly detail?: string;
}

export class NetlinkError extends Error {
  override readonly name = 'NetlinkError';
  readonly code: ErrnoCode;
  readonly errno: number;
  /** What was tried, e.g. "add address 10.16.0.5/16 to eth0". */
  readonly operation: string;
  /** The kernel's own explanation where it gave one. */
  readonly detail: string | undefined;

  constructor(failure: NetlinkFailure, cause?: unknown) {
    const { operation, code, detail } = failure;
    super(`${operation}: ${detail ? `${detail} (${code})` : code}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errno = constants.errno[code];
    this.operation = operation;
    this.detail = detail;
  }
}

const CODES = new Map<number, ErrnoCode>();
for (const code of Object.keys(constants.errno) as ErrnoCode[]) CODES.set(constants.errno[code], code);
// Two names, one number: the ones the kernel's sources use.
for (const code of ['EAGAIN', 'EOPNOTSUPP'] as const) CODES.set(constants.errno[code], code);

/** An errno without a name in Node's table (a driver's private one) is reported as EIO with its number. */
export function errnoFailure(operation: string, errno: number, detail?: string): NetlinkFailure {
  const code = CODES.get(errno);
  return code ? { operation, code, detail } : { operation, code: 'EIO', detail: detail ?? `errno ${errno}` };
}

export function netlinkError(operation: string, errno: number, detail?: string): NetlinkError {
  return new NetlinkError(errnoFailure(operation, errno, detail));
}
