import { expect, test } from 'vitest';
import { chainTimes } from './recorder.ts';

test('a chain is one time, and a DEL that is said again is none', () => {
  const calls = [
    'kube-ovn ADD a eth0 1000 5000',
    'kube-ovn ADD b eth0 2000 9000',
    'portmap ADD a eth0 5500 7000',
    'portmap ADD b eth0 9000 10000',
    'portmap DEL a eth0 20000 21000',
    'kube-ovn DEL a eth0 21000 25000',
    'kube-ovn DEL a eth0 90000 91000',
  ].join('\n');
  expect(chainTimes(calls, 'ADD')).toEqual([6, 8]);
  expect(chainTimes(calls, 'DEL')).toEqual([5]);
  expect(chainTimes('', 'ADD')).toEqual([]);
});
