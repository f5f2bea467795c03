import { expect, test } from 'vitest';
import { readOtherPods } from './other-pods.ts';

const pod = (name: string, second: number, status: object, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', status: { phase: 'Running', ...status } },
  metadata: { name, namespace: 'kube-system', creationTimestamp: `2026-01-01T00:00:0${second}Z`, ...more },
});

test('age, and by name where it is the same; pods that have ended or have no address yet are none', () => {
  const pods = [
    pod('me', 2, { podIP: '10.0.0.2' }),
    pod('later', 3, { podIP: '10.0.0.3' }, { deletionTimestamp: '2026-01-01T00:01:00Z' }),
    pod('a-twin', 2, { podIP: '10.0.0.4' }),
    pod('z-twin', 2, { podIP: '10.0.0.5' }),
    pod('first', 1, { podIP: '10.0.0.1' }),
    pod('done', 1, { podIP: '10.0.0.6', phase: 'Failed' }),
    pod('nowhere', 1, { phase: 'Pending' }),
  ];
  expect(readOtherPods(pods, 'me')).toEqual([
    { host: '10.0.0.1', older: true, ending: false },
    { host: '10.0.0.4', older: true, ending: false },
    { host: '10.0.0.5', older: false, ending: false },
    { host: '10.0.0.3', older: false, ending: true },
  ]);
});
