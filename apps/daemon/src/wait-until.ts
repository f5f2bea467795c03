// Waits for a condition by being told of changes, never by asking again and again.

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The first answer that is not undefined; undefined when the time is up. Rejects with the reason of the signal. */
export function waitUntil<T>(
  subscribe: (listener: () => void) => () => void,
  probe: () => T | undefined,
  { timeoutMs, signal }: WaitOptions,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const look = () => {
    if (signal.aborted) return reject(signal.reason);
    try {
      const answer = probe();
      if (answer !== undefined) resolve(answer);
    } catch (error) {
      reject(error);
    }
  };
  const unsubscribe = subscribe(look);
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  signal.addEventListener('abort', look);
  look();
  return promise.finally(() => {
    unsubscribe();
    clearTimeout(timer);
    signal.removeEventListener('abort', look);
  });
}
