import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger, type LogConfig, levelOf } from './create-logger.ts';
import { SizeLimitedFile } from './size-limited-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'daemon-kit-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function toFile(more: Partial<LogConfig> = {}): LogConfig {
  return {
    logToStderr: false,
    alsoLogToStderr: false,
    logFile: join(directory, 'logs', 'x.log'),
    logFileMaxSize: 1,
    logPerm: '600',
    verbosity: 0,
    logFormat: 'json',
    ...more,
  };
}

test('--log_file: JSON lines with named levels, the mode as asked, the directory made', async () => {
  const log = await createLogger('x', toFile());
  log.info({ headers: { authorization: 'Bearer abc' } }, 'hello');
  log.debug('not at this verbosity');
  const [line, ...rest] = readFileSync(join(directory, 'logs', 'x.log'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(line!)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    name: 'x',
    headers: { authorization: '[secret]' },
    msg: 'hello',
  });
  expect(statSync(join(directory, 'logs', 'x.log')).mode & 0o777).toBe(0o600);
});

test('-v', async () => {
  expect([0, 2, 3, 4, 5, 9].map(levelOf)).toEqual(['info', 'info', 'debug', 'debug', 'trace', 'trace']);
  const log = await createLogger('x', toFile({ verbosity: 3 }));
  expect([log.isLevelEnabled('debug'), log.isLevelEnabled('trace')]).toEqual([true, false]);
});

test('a full log file is put aside once', () => {
  const path = join(directory, 'small.log');
  const file = new SizeLimitedFile(path, { mode: 0o640, maxBytes: 10 });
  for (const line of ['1234\n', '5678\n', 'abcd\n', 'a line longer than the limit\n', 'e\n']) file.write(line);
  file.close();
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('a line longer than the limit\n');
  expect(readFileSync(path, 'utf8')).toBe('e\n');
});

test('no limit, and the size of an earlier run counts', () => {
  const path = join(directory, 'x.log');
  const endless = new SizeLimitedFile(path, { mode: 0o640, maxBytes: 0 });
  for (let line = 0; line < 100; line++) endless.write('0123456789\n');
  endless.close();
  const next = new SizeLimitedFile(path, { mode: 0o640, maxBytes: 100 });
  next.write('new\n');
  next.close();
  expect(statSync(`${path}.1`).size).toBe(1100);
  expect(readFileSync(path, 'utf8')).toBe('new\n');
});

test('what cannot be written is dropped, the program goes on', () => {
  const file = new SizeLimitedFile(join(directory, 'gone.log'), { mode: 0o640, maxBytes: 0 });
  file.close();
  expect(() => file.write('lost\n')).not.toThrow();
});
