import { expect, test } from 'vitest';
import { describePing, readPing } from './ping-report.ts';

test('answers missing, and the longest time without one', () => {
  const report = readPing(`PING 10.16.0.5 (10.16.0.5) 56(84) bytes of data.
[1700000000.000000] 64 bytes from 10.16.0.5: icmp_seq=1 ttl=64 time=0.100 ms
[1700000000.001500] 64 bytes from 10.16.0.5: icmp_seq=2 ttl=64 time=0.100 ms
[1700000000.050500] 64 bytes from 10.16.0.5: icmp_seq=50 ttl=64 time=0.100 ms

--- 10.16.0.5 ping statistics ---
50 packets transmitted, 3 received, 94% packet loss, time 50ms
rtt min/avg/max/mdev = 0.1/0.1/0.1/0.0 ms
`);
  expect(report).toEqual({ sent: 50, received: 3, longestGapMs: 49 });
  expect(describePing(report)).toBe('47 of 50 lost, longest silence 49 ms');
});

test('a ping that never started', () => {
  expect(readPing('ping: connect: Network is unreachable')).toEqual({ sent: 0, received: 0, longestGapMs: 0 });
});
