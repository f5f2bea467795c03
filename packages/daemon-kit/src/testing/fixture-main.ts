// A small but complete program: what the tests of this package start, bundled and unbundled.

import * as z from 'zod';
import { defineConfig, runProgram, serveHealth } from '../index.ts';

const config = defineConfig(
  {
    port: { flag: 'pprof-port', schema: z.number().int().min(0).max(65_535), default: 0, help: 'Metrics port.' },
    enableMetrics: { flag: 'enable-metrics', schema: z.boolean(), default: true, help: 'Serve /metrics.' },
    connectTimeout: { flag: 'ovsdb-con-timeout', schema: z.number(), default: 3, help: 'Seconds.' },
    inactivity: { flag: 'ovsdb-inactivity-timeout', schema: z.number(), default: 10, help: 'Seconds.' },
    password: { env: 'FIXTURE_PASSWORD', schema: z.string(), default: '', secret: true, help: 'Never shown.' },
    act: {
      env: 'FIXTURE_ACT',
      schema: z.enum(['serve', 'job', 'throw', 'fail-later', 'reject-later', 'bad-start', 'slow-stop']),
      default: 'serve',
      help: 'What to do.',
    },
  },
  {
    check: ({ connectTimeout, inactivity }) =>
      inactivity > connectTimeout ? [] : ['--ovsdb-inactivity-timeout must exceed --ovsdb-con-timeout'],
  },
);

runProgram({
  name: 'fixture',
  version: '1.2.3',
  description: 'A program for the tests of daemon-kit.',
  config,
  async main(context) {
    const { act, port, enableMetrics } = context.config;
    const { lifecycle, log } = context;
    if (act === 'throw') throw new Error('thrown by main', { cause: new Error('the cause') });
    log.info({ token: 'hush', nested: { password: 'hush' } }, 'redaction');
    if (act === 'job') return;
    serveHealth(context, { host: '127.0.0.1', port, metrics: enableMetrics });
    lifecycle.add({
      name: 'worker',
      start: () => {
        if (act === 'bad-start') throw new Error('no such device');
        log.info('worker started');
        if (act === 'fail-later') setImmediate(() => context.fail(new Error('lease lost')));
        if (act === 'reject-later') void Promise.reject(new Error('nobody listens'));
      },
      stop: () => (act === 'slow-stop' ? new Promise(() => {}) : log.info('worker stopped')),
      stopTimeoutMs: act === 'slow-stop' ? 3_600_000 : 1_000,
    });
  },
});
