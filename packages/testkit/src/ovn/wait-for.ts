// Waits for a condition of the outside world by asking for it again and again, never by a fixed pause.

import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  /** A reason why the condition can never come true any more. */
  readonly hopeless?: () => string | undefined;
}

/** Resolves with the first answer that is neither undefined nor false. An error of the probe counts as "not yet". */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  options: WaitOptions = {},
): Promise<T> {
  const { timeoutMs = 20_000, intervalMs = 10 } = options;
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    const reason = options.hopeless?.();
    if (reason) throw new Error(`waiting for ${what}: ${reason}`, { cause: last });
    if (performance.now() > deadline)
      throw new Error(`no ${what} within ${timeoutMs} ms${lastWords(last)}`, { cause: last });
    await delay(intervalMs);
  }
}

function lastWords(error: unknown): string {
  return error instanceof Error ? `: ${error.message}` : '';
}
