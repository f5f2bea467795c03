// SIGTERM and SIGINT: the first asks the program to end, the second ends it at once.

import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface ShutdownSignals {
  readonly signal: AbortSignal;
  /** Asks the program to end for another reason. */
  abort(reason: unknown): void;
}

export function listenForShutdown(onSignal: (name: string) => void): ShutdownSignals {
  const controller = new AbortController();
  let asked = false;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (asked) process.exit(128 + constants.signals[name]);
      asked = true;
      onSignal(name);
      controller.abort(name);
    });
  }
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}
