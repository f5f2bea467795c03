import { describe, expect, test } from 'vitest';
import { fakeSyscalls } from '../testing/fake-syscalls.ts';
import { Namespaces } from './namespaces.ts';

function traced(setNetns: (fd: number, call: number) => number) {
  const trace: string[] = [];
  let next = 10;
  let calls = 0;
  const syscalls = fakeSyscalls({
    open: (path) => {
      trace.push(`open ${path}`);
      return next++;
    },
    close: (fd) => {
      trace.push(`close ${fd}`);
      return 0;
    },
    setNetns: (fd) => {
      trace.push(`setns ${fd}`);
      return setNetns(fd, calls++);
    },
  });
  return { trace, namespaces: new Namespaces(syscalls) };
}

describe('within', () => {
  test('goes there and back, and forgets the path', () => {
    const { trace, namespaces } = traced(() => 0);
    expect(namespaces.within('/run/netns/x', () => trace.push('run'))).toBeGreaterThan(0);
    const [home, ...rest] = trace;
    expect(home).toBe('open /proc/thread-self/ns/net');
    expect(rest).toEqual(['open /run/netns/x', 'setns 11', 'run', 'setns 10', 'close 11']);
  });

  test('comes back from a failure', () => {
    const { trace, namespaces } = traced(() => 0);
    expect(() =>
      namespaces.within('/run/netns/x', () => {
        throw new Error('inside');
      }),
    ).toThrow('inside');
    expect(trace.slice(-2)).toEqual(['setns 10', 'close 11']);
  });

  test('does not run when it cannot enter', () => {
    const { trace, namespaces } = traced(() => -22);
    expect(() => namespaces.within('/etc/passwd', () => trace.push('run'))).toThrow(
      'enter namespace /etc/passwd: EINVAL',
    );
    expect(trace).not.toContain('run');
    expect(trace.at(-1)).toBe('close 11');
  });

  test('ends the process when it cannot come back', () => {
    const { namespaces } = traced((_fd, call) => (call === 1 ? -1 : 0));
    expect(() => namespaces.within('/run/netns/x', () => 0)).toThrow('aborted');
  });

  test('without a path it stays', () => {
    const { trace, namespaces } = traced(() => 0);
    namespaces.within(undefined, () => trace.push('run'));
    expect(trace).toEqual(['open /proc/thread-self/ns/net', 'run']);
  });
});
