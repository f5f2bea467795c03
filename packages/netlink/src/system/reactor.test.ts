import { describe, expect, test } from 'vitest';
import { fakeSyscalls } from '../testing/fake-syscalls.ts';
import { Reactor } from './reactor.ts';

function reactorAt(clock: { now: number }, ready: number[][] = []) {
  const waits: number[] = [];
  const syscalls = fakeSyscalls({
    epollCreate: () => 1,
    epollWait: (_epoll, timeoutMs) => {
      waits.push(timeoutMs);
      const descriptors = ready.shift();
      if (!descriptors) clock.now += timeoutMs;
      return descriptors ?? [];
    },
  });
  return { waits, reactor: new Reactor(syscalls, () => clock.now) };
}

describe('reactor', () => {
  test('waits exactly until the next timer, in order of time', () => {
    const clock = { now: 0 };
    const { waits, reactor } = reactorAt(clock);
    const ran: string[] = [];
    reactor.after(30, () => ran.push('c'));
    reactor.after(10, () => ran.push('a'));
    reactor.after(10, () => ran.push('b'));
    const cancel = reactor.after(20, () => ran.push('never'));
    cancel();
    reactor.turn();
    reactor.turn();
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(waits).toEqual([10, 20]);
  });

  test('with nothing to do it still looks up once a second', () => {
    const { waits, reactor } = reactorAt({ now: 0 });
    reactor.turn();
    reactor.turn(5);
    expect(waits).toEqual([1000, 5]);
  });

  test('only readable descriptors that are still watched are told', () => {
    const { reactor } = reactorAt({ now: 0 }, [
      [7, 8],
      [7, 8],
    ]);
    const told: number[] = [];
    const stop = reactor.onReadable(7, () => told.push(7));
    reactor.onReadable(8, () => told.push(8));
    reactor.turn();
    stop();
    reactor.turn();
    expect(told).toEqual([7, 8, 8]);
  });

  test('a timer set by a timer waits for the next turn', () => {
    const { reactor } = reactorAt({ now: 0 });
    let runs = 0;
    const again = () => {
      runs++;
      reactor.after(0, again);
    };
    reactor.after(0, again);
    reactor.turn();
    expect(runs).toBe(1);
  });
});
