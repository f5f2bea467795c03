// Waits for a state of the API by looking after every write, not by asking again and again.

import type { ApiServer } from '@kube-ovn/testkit';

export interface ObjectWait {
  readonly timeoutMs: number;
  /** Why it may not have come: for the message of the failure. */
  readonly excuse: () => string;
}

/** Resolves with the first answer of `look` that is not undefined. */
export function waitForObjects<T>(
  api: ApiServer,
  what: string,
  look: () => T | undefined,
  { timeoutMs, excuse }: ObjectWait,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = (settle: () => void) => {
    clearTimeout(timer);
    stopListening();
    settle();
  };
  const check = () => {
    const found = look();
    if (found !== undefined) end(() => resolve(found));
  };
  const timer = setTimeout(() => {
    end(() => reject(new Error(`no ${what} within ${timeoutMs / 1000} s\n${excuse()}`)));
  }, timeoutMs);
  const stopListening = api.onWrite(check);
  check();
  return promise;
}
