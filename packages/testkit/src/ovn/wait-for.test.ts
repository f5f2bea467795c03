import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

test('asks again until there is an answer; errors and false are "not yet"', async () => {
  const answers = [
    () => false as const,
    () => {
      throw new Error('not there');
    },
    () => 42,
  ];
  let asked = 0;
  expect(await waitFor('an answer', () => answers[asked++]!(), { intervalMs: 1 })).toBe(42);
  expect(asked).toBe(3);
});

test('gives up with the last error as reason', async () => {
  const probe = () => Promise.reject(new Error('refused'));
  await expect(waitFor('peer', probe, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('no peer within 5 ms: refused');
});

test('gives up at once when there is no hope', async () => {
  const hopeless = () => 'it died';
  await expect(waitFor('peer', () => false, { hopeless })).rejects.toThrow('waiting for peer: it died');
});
