// The few errnos a unix socket or a pipe can answer with, in words. The numbers are those of Linux on every platform we ship.

const WORDS: Readonly<Record<number, string>> = {
  1: 'operation not permitted',
  2: 'the socket does not exist',
  5: 'input/output error',
  9: 'the descriptor is closed',
  12: 'out of memory',
  13: 'permission denied',
  20: 'a part of the path is not a directory',
  24: 'too many open files',
  27: 'too large',
  32: 'the other side closed the connection',
  36: 'the path is too long',
  91: 'it is not a stream socket',
  104: 'the other side reset the connection',
  110: 'timed out',
  111: 'nobody listens on the socket',
};

export const ETIMEDOUT = -110;
export const EFBIG = -27;

/** `negative` is what a call of the host returned. */
export function errnoText(negative: number): string {
  return WORDS[-negative] ?? `errno ${-negative}`;
}
