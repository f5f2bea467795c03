import { expect, test } from 'vitest';
import { together } from './together.ts';

const outer = new AbortController().signal;

test('all results', async () => {
  expect(await together<[number, string]>(outer, [async () => 1, async () => 'b'])).toEqual([1, 'b']);
});

test('the first failure ends the others and is told when they have ended', async () => {
  const notes: string[] = [];
  const slow = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        notes.push('ended');
        reject(new Error('second'));
      });
    });
  const failing = async () => {
    throw new Error('first');
  };
  await expect(together(outer, [slow, failing])).rejects.toThrow('first');
  expect(notes).toEqual(['ended']);
});
