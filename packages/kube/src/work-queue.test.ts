import { describe, expect, test } from 'vitest';
import { FakeTime } from './testing/fake-time.ts';
import { WorkQueue } from './work-queue.ts';

function queueWithTime(options: { minBackoffMs?: number; maxBackoffMs?: number } = {}): {
  queue: WorkQueue;
  time: FakeTime;
} {
  const time = new FakeTime();
  return { queue: new WorkQueue({ random: () => 1, ...time.hooks, ...options }), time };
}

describe('takeBatch', () => {
  test('waits for the first key, then the window for more', async () => {
    const { queue, time } = queueWithTime();
    const taken = queue.takeBatch(10, 5);
    queue.add('a');
    await time.advance(3);
    queue.add('b');
    await time.advance(1);
    expect(queue.length).toBe(2);
    await time.advance(1);
    expect(await taken).toEqual(['a', 'b']);
  });

  test('a full batch does not wait; keys ready for long do not wait again', async () => {
    const { queue, time } = queueWithTime();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    expect(await queue.takeBatch(2, 1000)).toEqual(['a', 'b']);
    await time.advance(1000);
    expect(await queue.takeBatch(2, 1000)).toEqual(['c']);
  });

  test('a window that fills ends at once', async () => {
    const { queue } = queueWithTime();
    const taken = queue.takeBatch(2, 1000);
    queue.add('a');
    queue.add('b');
    expect(await taken).toEqual(['a', 'b']);
  });

  test('live before relist, promoted when both, the relist not starved', async () => {
    const { queue } = queueWithTime();
    for (let n = 0; n < 20; n++) queue.add(`r${n}`, 'relist');
    queue.add('r7', 'live');
    queue.add('r7', 'relist');
    for (let n = 0; n < 30; n++) queue.add(`l${n}`);
    expect(await queue.takeBatch(4, 0)).toEqual(['r7', 'l0', 'l1', 'l2']);
    const batch = await queue.takeBatch(16, 0);
    expect(batch.filter((key) => key.startsWith('r'))).toEqual(['r0', 'r1']);
  });

  test('abort gives an empty batch and loses nothing', async () => {
    const { queue } = queueWithTime();
    const early = new AbortController();
    const none = queue.takeBatch(1, 0, early.signal);
    early.abort();
    expect(await none).toEqual([]);
    const during = new AbortController();
    const window = queue.takeBatch(10, 1000, during.signal);
    queue.add('a');
    during.abort();
    expect(await window).toEqual([]);
    expect(await queue.takeBatch(1, 0)).toEqual(['a']);
    expect(await queue.takeBatch(1, 0, during.signal)).toEqual([]);
  });

  test('two takers share the keys', async () => {
    const { queue } = queueWithTime();
    const takers = [queue.takeBatch(1, 0), queue.takeBatch(1, 0)];
    queue.add('a');
    queue.add('b');
    expect((await Promise.all(takers)).flat().sort()).toEqual(['a', 'b']);
  });
});

describe('a key in progress', () => {
  test('is not handed out again before done, then once however often it was added', async () => {
    const { queue } = queueWithTime();
    queue.add('a');
    await queue.takeBatch(1, 0);
    queue.add('a', 'relist');
    queue.add('a');
    queue.add('a', 'relist');
    expect(queue.length).toBe(0);
    queue.add('b');
    expect(await queue.takeBatch(10, 0)).toEqual(['b']);
    queue.done('a');
    expect(await queue.takeBatch(10, 0)).toEqual(['a']);
    queue.done('a');
    queue.done('a');
    expect(queue.length).toBe(0);
  });
});

describe('back-off', () => {
  test('doubles per key up to the limit; forget starts it over', async () => {
    const { queue, time } = queueWithTime({ minBackoffMs: 10, maxBackoffMs: 50 });
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      const startedAt = time.now;
      queue.retry('a');
      await time.advanceUntil(() => queue.length > 0);
      waits.push(time.now - startedAt);
      await queue.takeBatch(1, 0);
      queue.done('a');
    }
    expect(waits).toEqual([10, 20, 40, 50]);
    expect(queue.failuresOf('a')).toBe(4);
    queue.forget('a');
    queue.retry('a');
    await time.advance(10);
    expect(queue.length).toBe(1);
  });

  test('a new event during the back-off runs at once and replaces it', async () => {
    const { queue, time } = queueWithTime({ minBackoffMs: 1000 });
    queue.retry('a');
    queue.add('a');
    expect(await queue.takeBatch(1, 0)).toEqual(['a']);
    queue.forget('a');
    queue.done('a');
    await time.advance(5000);
    expect(queue.length).toBe(0);
    expect(queue.scheduled).toBe(0);
  });

  test('a key that runs again before its retry was due is not run by it once more', async () => {
    const { queue } = queueWithTime({ minBackoffMs: 1000 });
    queue.retry('a');
    queue.add('a');
    expect(queue.scheduled).toBe(0);
  });

  test('addAfter keeps the earlier time and survives add', async () => {
    const { queue, time } = queueWithTime();
    queue.addAfter('a', 100);
    queue.addAfter('a', 500);
    queue.addAfter('a', 50);
    queue.addAfter('b', 0);
    expect(await queue.takeBatch(1, 0)).toEqual(['b']);
    queue.add('a');
    await queue.takeBatch(1, 0);
    queue.done('a');
    await time.advance(49);
    expect(queue.length).toBe(0);
    await time.advance(1);
    expect(queue.length).toBe(1);
  });
});

describe('settled', () => {
  test('resolves when nothing is ready, in progress, or due soon', async () => {
    const { queue, time } = queueWithTime({ minBackoffMs: 100 });
    await queue.settled();
    let settled = false;
    queue.add('a');
    const waiting = queue.settled(1000).then(() => {
      settled = true;
    });
    await queue.takeBatch(1, 0);
    queue.retry('a');
    queue.done('a');
    await time.advance(99);
    expect(settled).toBe(false);
    await time.advance(1);
    await queue.takeBatch(1, 0);
    queue.addAfter('a', 5000);
    queue.forget('a');
    expect(settled).toBe(false);
    queue.done('a');
    await waiting;
    expect(queue.idle).toBe(true);
    expect(queue.scheduled).toBe(1);
  });
});

test('the real clock works too', async () => {
  const queue = new WorkQueue();
  queue.addAfter('b', 2);
  queue.retry('a');
  expect((await queue.takeBatch(2, 5000)).sort()).toEqual(['a', 'b']);
});
