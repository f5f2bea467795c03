import { expect, test } from 'vitest';
import { Attempts } from './attempts.ts';

const ended = (by: string) => new Error(`ended by ${by}`);
const never = new AbortController().signal;

/** Work that ends only when it is told to, and notes what happens. */
function patient(name: string, notes: string[]) {
  return (signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => {
      notes.push(`${name} begins`);
      signal.addEventListener('abort', async () => {
        await Promise.resolve();
        notes.push(`${name} cleaned up`);
        reject(signal.reason);
      });
    });
}

test('a newer attempt begins when the older one has cleaned up', async () => {
  const attempts = new Attempts();
  const notes: string[] = [];
  const older = attempts.run('pod', 'a', never, ended, patient('a', notes));
  const newer = attempts.run('pod', 'b', never, ended, async () => notes.push('b begins'));
  await expect(older).rejects.toThrow('ended by newer');
  await newer;
  expect(notes).toEqual(['a begins', 'a cleaned up', 'b begins']);
  expect(attempts.isBusy('b')).toBe(false);
});

test('of three only the newest does its work', async () => {
  const attempts = new Attempts();
  const notes: string[] = [];
  const runs = ['a', 'b'].map((id) => attempts.run('pod', id, never, ended, patient(id, notes)));
  const last = attempts.run('pod', 'c', never, ended, async () => 'done');
  expect(await last).toBe('done');
  for (const run of runs) await expect(run).rejects.toThrow('ended by newer');
  expect(notes).toEqual(['a begins', 'a cleaned up']);
});

test('the end of the connection ends the attempt', async () => {
  const attempts = new Attempts();
  const connection = new AbortController();
  const run = attempts.run('pod', 'a', connection.signal, ended, patient('a', []));
  await Promise.resolve();
  connection.abort();
  await expect(run).rejects.toThrow('ended by runtime');
});

test('ending a container waits for its clean-up, others go on', async () => {
  const attempts = new Attempts();
  const notes: string[] = [];
  const run = attempts.run('pod', 'a', never, ended, patient('a', notes));
  const other = attempts.run('other', 'b', never, ended, async () => 'done');
  await Promise.resolve();
  await Promise.all([attempts.end('a', new Error('DEL')), expect(run).rejects.toThrow('DEL')]);
  expect(notes.at(-1)).toBe('a cleaned up');
  expect(await other).toBe('done');
});
