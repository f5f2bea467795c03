// What a kubelet reports about a pod.

import type { Pod } from '../cluster/pod.ts';

export function runningStatus(pod: Pod, podIps: readonly string[], hostIps: readonly string[]): object {
  const now = new Date().toISOString();
  return {
    phase: 'Running',
    podIP: podIps[0],
    podIPs: podIps.map((ip) => ({ ip })),
    hostIP: hostIps[0],
    hostIPs: hostIps.map((ip) => ({ ip })),
    startTime: now,
    conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: 'True',
      lastTransitionTime: now,
    })),
    containerStatuses: pod.spec.containers.map(({ name, image = '' }) => ({
      name,
      image,
      imageID: '',
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: now } },
    })),
  };
}

export function waitingStatus(pod: Pod, message: string): object {
  return {
    phase: 'Pending',
    containerStatuses: pod.spec.containers.map(({ name, image = '' }) => ({
      name,
      image,
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { waiting: { reason: 'ContainerCreating', message } },
    })),
  };
}
