// Waits for a condition of another process by asking for it again and again.

import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  /** A reason why the condition can never come true any more. */
  readonly hopeless?: () => string | undefined;
}

/** Resolves with the first answer that is neither undefined nor false. An error of the probe counts as "not yet". */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 30_000, intervalMs = 10, signal, hopeless }: UntilOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    const reason = hopeless?.();
    if (reason) throw new Error(`waiting for ${what}: ${reason}`, { cause: last });
    if (performance.now() > deadline) {
      const words = last instanceof Error ? `: ${last.message}` : '';
      throw new Error(`no ${what} within ${timeoutMs} ms${words}`, { cause: last });
    }
    await delay(intervalMs, undefined, { signal });
  }
}
