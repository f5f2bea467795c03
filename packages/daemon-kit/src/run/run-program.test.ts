import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { StartedProgram } from '../testing/started-program.ts';

const MAIN = fileURLToPath(new URL('../testing/fixture-main.ts', import.meta.url));
const running: StartedProgram[] = [];

function start(args: readonly string[] = [], env: Record<string, string> = {}): StartedProgram {
  const program = new StartedProgram(MAIN, args, env);
  running.push(program);
  return program;
}

afterEach(async () => {
  for (const program of running.splice(0)) {
    program.kill('SIGKILL');
    await program.ended;
  }
});

describe('exit codes', () => {
  test('0 for help and version, without a log', async () => {
    const help = await start(['--help']).ended;
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: fixture [flags]');
    expect(await start(['--version']).ended).toEqual({ code: 0, stdout: 'fixture 1.2.3\n', stderr: '' });
  });

  test('2 for an unknown flag, with a suggestion', async () => {
    const { code, stderr } = await start(['--enable-metric=true']).ended;
    expect(code).toBe(2);
    expect(stderr).toBe(
      'fixture: unknown option \'--enable-metric\' (Did you mean --enable-metrics?)\nTry "fixture --help".\n',
    );
  });

  test('2 when values do not go together', async () => {
    const { code, stderr } = await start(['--ovsdb-inactivity-timeout=3']).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('must exceed --ovsdb-con-timeout')]);
  });

  test('0 for a job that is done', async () => {
    expect((await start([], { FIXTURE_ACT: 'job' }).ended).code).toBe(0);
  });

  test.each([
    ['throw', 'thrown by main'],
    ['bad-start', 'cannot start worker: no such device'],
    ['fail-later', 'lease lost'],
    ['reject-later', 'nobody listens'],
  ])('1 when things go wrong: %s', async (act, message) => {
    const program = start([], { FIXTURE_ACT: act });
    expect((await program.ended).code).toBe(1);
    const fatal = program.lines.find(({ level }) => level === 'fatal');
    expect(fatal).toMatchObject({ err: { message: expect.stringContaining(message) } });
    expect(program.lines.at(-1)).toMatchObject({ msg: 'ended', exitCode: 1 });
  });
});

describe('signals', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s stops the parts and exits 0', async (signal) => {
    const program = start();
    await program.line('worker started');
    program.kill(signal);
    expect((await program.ended).code).toBe(0);
    await program.line('worker stopped');
  });

  test('the second signal exits at once', async () => {
    const program = start([], { FIXTURE_ACT: 'slow-stop' });
    await program.line('worker started');
    program.kill('SIGTERM');
    await program.line('asked to end; a second signal ends at once');
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(143);
  });
});

test.each(['json', 'human'])('a log that nobody reads any more (%s) does not end the program', async (format) => {
  const program = start([], { FIXTURE_ACT: 'serve', LOG_FORMAT: format });
  await program.text('worker started');
  program.closeLog();
  program.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

test('secrets do not reach the log', async () => {
  const program = start([], { FIXTURE_ACT: 'job', FIXTURE_PASSWORD: 'hunter2' });
  const { stderr } = await program.ended;
  expect(stderr).not.toMatch(/hunter2|hush/);
  expect(await program.line('redaction')).toMatchObject({ token: '[secret]', nested: { password: '[secret]' } });
});

test('people get text, machines get JSON', async () => {
  const { stderr } = await start([], { FIXTURE_ACT: 'job', LOG_FORMAT: 'human' }).ended;
  expect(stderr).toMatch(/^\[\d\d:\d\d:\d\d\.\d+\] INFO: starting\n/);
});
