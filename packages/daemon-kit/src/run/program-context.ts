// What `main` is given.

import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { CommonConfig } from '../config/common-options.ts';
import type { ConfigDefinition } from '../config/define-config.ts';
import type { Environment } from '../config/read-arguments.ts';
import type { Health } from '../server/health.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface ProgramContext<Config> {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  /** Aborts when the program is asked to end. */
  readonly signal: AbortSignal;
  readonly env: Environment;
  /** A fatal error found in the background: parts are stopped, then exit code 1. */
  fail(error: unknown): void;
}

export interface Program<Config extends CommonConfig> {
  readonly name: string;
  readonly version: string;
  /** First paragraph of `--help`. */
  readonly description: string;
  readonly config: ConfigDefinition<Config>;
  /** Adds parts to the lifecycle, or does a job and returns. */
  readonly main: (context: ProgramContext<Config>) => Promise<void>;
}
