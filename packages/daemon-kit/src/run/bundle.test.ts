// The proof that a program made with this package becomes one file that runs alone, and stays small.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartedProgram } from '../testing/started-program.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/bundle.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../testing/fixture-main.ts', import.meta.url));
const run = promisify(execFile);

let directory: string;
let bundle: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'daemon-kit-bundle-'));
  bundle = join(directory, 'main.mjs');
  await run(process.execPath, [SCRIPT, MAIN, bundle]);
});
afterAll(() => rmSync(directory, { recursive: true }));

test('is a single file, and beside it the list of the packages in it', () => {
  expect(readdirSync(directory).sort()).toEqual(['main.mjs', 'main.mjs.packages.json']);
});

test('explains itself and refuses unknown flags', async () => {
  expect((await new StartedProgram(bundle, ['--help']).ended).stdout).toContain('--enable-metrics');
  expect((await new StartedProgram(bundle, ['--nope']).ended).code).toBe(2);
});

test('logs for people', async () => {
  const { stderr } = await new StartedProgram(bundle, [], { FIXTURE_ACT: 'job', LOG_FORMAT: 'human' }).ended;
  expect(stderr).toContain('INFO: starting');
});

describe('serving', () => {
  let program: StartedProgram;
  let port: number;

  beforeAll(async () => {
    program = new StartedProgram(bundle);
    const line = await program.line('health server listens');
    port = (line.addresses as { port: number }[])[0]!.port;
    await program.line('worker started');
  });
  afterAll(async () => {
    program.kill('SIGKILL');
    await program.ended;
  });

  test('metrics and health answer; the resident set leaves room below 90 MiB', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(metrics).toContain('nodejs_heap_size_used_bytes');
    const rssKib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]);
    expect(rssKib / 1024).toBeLessThan(85);
  });

  test('ends on SIGTERM', async () => {
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });
});
