// From command line to exit code. 0: done or asked to end. 1: fatal error. 2: wrong usage.

import { toError } from '@kube-ovn/errors';
import type { CommonConfig } from '../config/common-options.ts';
import { createLogger, type Logger } from '../logging/create-logger.ts';
import { createRegistry } from '../server/create-registry.ts';
import { Health } from '../server/health.ts';
import { Lifecycle } from './lifecycle.ts';
import type { Program } from './program-context.ts';
import { listenForShutdown } from './shutdown-signals.ts';

/**
 * Reads flags and environment, then runs `main`, then starts the parts that `main` added and keeps running until a signal
 * or `fail`. A program without parts ends when `main` returns.
 */
export function runProgram<Config extends CommonConfig>(program: Program<Config>): void {
  const reading = program.config.read(process.argv.slice(2), process.env);
  switch (reading.kind) {
    case 'help':
      process.stdout.write(program.config.helpText(program, process.stdout.columns));
      return;
    case 'version':
      process.stdout.write(`${program.name} ${program.version}\n`);
      return;
    case 'errors':
      process.stderr.write(usageText(program.name, reading.errors));
      process.exitCode = 2;
      return;
    case 'config':
      run(program, reading.config).then(
        (code) => process.exit(code),
        (thrown: unknown) => {
          process.stderr.write(`${program.name}: ${toError(thrown).message}\n`);
          process.exit(1);
        },
      );
  }
}

async function run<Config extends CommonConfig>(program: Program<Config>, config: Config): Promise<number> {
  const log = await createLogger(program.name, config);
  let exitCode = 0;
  const shutdown = listenForShutdown((name) =>
    log.info({ signal: name }, 'asked to end; a second signal ends at once'),
  );
  const fail = (thrown: unknown, message = 'fatal error') => {
    exitCode = 1;
    log.fatal({ err: toError(thrown) }, message);
    shutdown.abort(thrown);
  };
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => fail(reason, 'unhandled rejection'));
  const { signal } = shutdown;
  const health = new Health();
  const lifecycle = new Lifecycle();
  let started = false;
  health.addReadiness('program', () => (signal.aborted ? 'ending' : started ? undefined : 'starting'));
  try {
    log.info({ version: program.version, config: program.config.forLog(config) }, 'starting');
    const metrics = await createRegistry();
    await untilAborted(
      signal,
      program.main({ config, log, metrics, health, lifecycle, signal, env: process.env, fail }),
    );
    await untilAborted(signal, lifecycle.start(signal));
    started = true;
    if (!lifecycle.isEmpty) await untilAborted(signal, new Promise(() => {}));
  } catch (thrown) {
    fail(thrown);
  }
  await stopParts(lifecycle, log);
  log.info({ exitCode }, 'ended');
  return exitCode;
}

/** Settles with the work, or when the program is asked to end, whichever is first. */
function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    // A bare promise does not keep the process alive; a timer does.
    const awake = setInterval(() => {}, 2 ** 30);
    const settle = (action: () => void) => {
      clearInterval(awake);
      signal.removeEventListener('abort', onAbort);
      action();
    };
    const onAbort = () => settle(resolve);
    work.then(
      () => settle(resolve),
      (thrown: unknown) => settle(() => (signal.aborted ? resolve() : reject(thrown))),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

async function stopParts(lifecycle: Lifecycle, log: Logger): Promise<void> {
  for (const { part, error } of await lifecycle.stop()) log.error({ part, err: error }, 'part did not stop cleanly');
}

function usageText(name: string, errors: readonly string[]): string {
  const lines = errors.map((error) => `${name}: ${error}\n`);
  return `${lines.join('')}Try "${name} --help".\n`;
}
