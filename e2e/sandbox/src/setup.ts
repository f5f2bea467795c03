// What the launcher tells the process inside the namespaces.

import type { Stack } from './options.ts';

export interface InsideSetup {
  readonly runFolder: string;
  readonly once: boolean;
  readonly nodes: number;
  readonly stack: Stack;
  /** performance.timeOrigin of the launcher: times are counted from there. */
  readonly startedAt: number;
  /** For hints: the path as the user can reach it. */
  readonly kubeconfig: string;
}
