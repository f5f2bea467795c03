// The log of a program: JSON lines, or coloured text for people. No worker threads, so that it bundles and never loses the end.

import type { DestinationStream, Logger, StreamEntry } from 'pino';
import type { CommonConfig } from '../config/common-options.ts';
import { CENSOR, REDACTED_PATHS } from './redaction.ts';
import { SizeLimitedFile } from './size-limited-file.ts';

export type { Logger } from 'pino';

const STDERR = 2;
const MEBIBYTE = 1024 * 1024;

export type LogConfig = Pick<
  CommonConfig,
  'logToStderr' | 'alsoLogToStderr' | 'logFile' | 'logFileMaxSize' | 'logPerm' | 'verbosity' | 'logFormat'
>;

export async function createLogger(name: string, config: LogConfig): Promise<Logger> {
  // Loaded here and not above: `--help` and short jobs do not pay for it.
  const { pino, multistream } = await import('pino').then((module) => ({ ...module, pino: module.default }));
  const level = levelOf(config.verbosity);
  const streams: StreamEntry[] = [];
  const toFile = config.logFile !== '' && !config.logToStderr;
  if (toFile) streams.push({ level, stream: openFile(config) });
  if (!toFile || config.alsoLogToStderr) streams.push({ level, stream: await stderrStream(config) });
  return pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), bindings: ({ name }) => ({ name }) },
      redact: { paths: [...REDACTED_PATHS], censor: CENSOR },
    },
    streams.length === 1 ? streams[0]!.stream : multistream(streams),
  );
}

/** klog's -v. */
export function levelOf(verbosity: number): 'info' | 'debug' | 'trace' {
  if (verbosity >= 5) return 'trace';
  return verbosity >= 3 ? 'debug' : 'info';
}

function openFile(config: LogConfig): DestinationStream {
  return new SizeLimitedFile(config.logFile, {
    mode: Number.parseInt(config.logPerm, 8),
    maxBytes: config.logFileMaxSize * MEBIBYTE,
  });
}

async function stderrStream(config: LogConfig): Promise<DestinationStream> {
  const isHuman = config.logFormat === 'human' || (config.logFormat === 'auto' && process.stderr.isTTY === true);
  if (!isHuman) {
    const { destination } = await import('pino');
    return destination({ dest: STDERR, sync: true });
  }
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: STDERR,
    sync: true,
    colorize: process.stderr.isTTY === true,
    ignore: 'name,pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
  });
}
