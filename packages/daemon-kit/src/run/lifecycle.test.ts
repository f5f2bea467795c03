import { describe, expect, test } from 'vitest';
import { Lifecycle, type Part } from './lifecycle.ts';
import { TimeLimitError } from './with-limit.ts';

function recorder() {
  const events: string[] = [];
  const part = (name: string, more: Partial<Part> = {}): Part => ({
    name,
    start: () => events.push(`+${name}`),
    stop: () => events.push(`-${name}`),
    ...more,
  });
  return { events, part };
}

const never = () => new Promise(() => {});

test('starts in order, stops in reverse', async () => {
  const { events, part } = recorder();
  const lifecycle = new Lifecycle();
  for (const name of ['a', 'b', 'c']) lifecycle.add(part(name));
  await lifecycle.start();
  expect(lifecycle.running).toEqual(['a', 'b', 'c']);
  expect(await lifecycle.stop()).toEqual([]);
  expect(events).toEqual(['+a', '+b', '+c', '-c', '-b', '-a']);
  expect(lifecycle.isEmpty).toBe(true);
});

test('a part that cannot start stops the others and itself, and is named', async () => {
  const { events, part } = recorder();
  const lifecycle = new Lifecycle();
  const cause = new Error('no such device');
  lifecycle.add(part('a'));
  lifecycle.add(part('b', { start: () => Promise.reject(cause) }));
  lifecycle.add(part('c'));
  await expect(lifecycle.start()).rejects.toMatchObject({ message: 'cannot start b: no such device', cause });
  expect(events).toEqual(['+a', '-b', '-a']);
});

test('a start that takes too long is a failure, and is told so', async () => {
  let told: unknown;
  const lifecycle = new Lifecycle();
  const start = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      told = signal.reason;
    });
    return never();
  };
  lifecycle.add({ name: 'slow', start, startTimeoutMs: 1 });
  await expect(lifecycle.start()).rejects.toThrow('starting slow took longer than 1 ms');
  expect(told).toBeInstanceOf(TimeLimitError);
});

test('a stop that fails or hangs is reported, the rest stops all the same', async () => {
  const { events, part } = recorder();
  const lifecycle = new Lifecycle();
  lifecycle.add(part('a'));
  lifecycle.add(part('hangs', { stop: never, stopTimeoutMs: 1 }));
  lifecycle.add(part('fails', { stop: () => Promise.reject(new Error('busy')) }));
  await lifecycle.start();
  const failures = await lifecycle.stop();
  expect(failures.map(({ part: name, error }) => `${name}: ${error.message}`)).toEqual([
    'fails: busy',
    'hangs: stopping hangs took longer than 1 ms',
  ]);
  expect(events.at(-1)).toBe('-a');
});

describe('in between', () => {
  test('parts added later start with the next call', async () => {
    const { events, part } = recorder();
    const lifecycle = new Lifecycle();
    lifecycle.add(part('a'));
    await lifecycle.start();
    lifecycle.add(part('b'));
    await lifecycle.start();
    expect(events).toEqual(['+a', '+b']);
  });

  test('stopping while starting: nothing more starts, what runs stops once', async () => {
    const { events, part } = recorder();
    const lifecycle = new Lifecycle();
    lifecycle.add(part('a', { start: () => void lifecycle.stop() }));
    lifecycle.add(part('b'));
    await lifecycle.start();
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(events).toEqual(['-a']);
    expect(() => lifecycle.add(part('late'))).toThrow('too late');
  });

  test('an aborted signal starts nothing', async () => {
    const { events, part } = recorder();
    const lifecycle = new Lifecycle();
    lifecycle.add(part('a'));
    await lifecycle.start(AbortSignal.abort());
    expect(events).toEqual([]);
  });
});
