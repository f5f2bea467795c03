// The same pods, whatever the network: one at a time, then fifty at once, on one node.

import { connectCluster, type RunningLab } from '@kube-ovn/lab';
import { percentile } from '../cni/statistics.ts';
import { progress } from '../progress.ts';
import { openPodTimes } from './pod-times.ts';
import { openRecorder } from './recorder.ts';

const NODE = 'worker-1';
const SINGLE = 9;
const BURST = 50;
const ROUNDS = 3;

export interface PodFigures {
  readonly oneSeconds: number;
  readonly fiftySeconds: number;
  readonly addP50Ms: number;
  readonly delP50Ms: number;
  readonly addBurstP50Ms: number;
  readonly delBurstP50Ms: number;
}

export async function measurePods(lab: RunningLab): Promise<PodFigures> {
  const recorder = await openRecorder(lab, NODE);
  const client = await connectCluster();
  const pods = await openPodTimes(client, NODE);
  try {
    // The first pod pays for whatever is cold.
    await pods.create(['first']);
    await pods.remove(['first']);
    await recorder.forget();
    const single: number[] = [];
    for (let index = 0; index < SINGLE; index++) {
      single.push(await pods.create([`one-${index}`]));
      await pods.remove([`one-${index}`]);
    }
    const [adds, dels] = [await recorder.take('ADD', SINGLE), await recorder.take('DEL', SINGLE)];
    progress(`one at a time: ${single.map((seconds) => seconds.toFixed(2)).join(' ')} s`);
    await recorder.forget();
    const fifty: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const names = Array.from({ length: BURST }, (_, index) => `many-${round}-${index}`);
      fifty.push(await pods.create(names));
      progress(`fifty at once: ${fifty.at(-1)!.toFixed(1)} s`);
      await pods.remove(names);
    }
    return {
      oneSeconds: percentile(single, 0.5),
      fiftySeconds: percentile(fifty, 0.5),
      addP50Ms: percentile(adds, 0.5),
      delP50Ms: percentile(dels, 0.5),
      addBurstP50Ms: percentile(await recorder.take('ADD', ROUNDS * BURST), 0.5),
      delBurstP50Ms: percentile(await recorder.take('DEL', ROUNDS * BURST), 0.5),
    };
  } finally {
    await pods.close();
    client.close();
  }
}
