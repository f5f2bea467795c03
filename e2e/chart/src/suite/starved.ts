// Packets that the kernel has thrown away because a userspace switch did not read them in time. A queue holds some 270 of
// them, so at 1 kHz its process has had no CPU for longer than that: nothing that a change of the release did to flows.
// Measured without any change, on a machine that others kept busy: of 78 lost datagrams these queues account for 80 packets.

import type { Tools } from './tools.ts';

/** By pod of the data plane. */
export type Starved = Readonly<Record<string, number>>;

export async function starvedPackets({ list, runKubectl, namespace }: Tools): Promise<Starved> {
  const pods = await list('pods', '-n', namespace, '-l', 'app=ovs');
  const counted = pods.map(async ({ metadata: { name } }) => {
    const text = await runKubectl('-n', namespace, 'exec', name, '--', 'ss', '-0', '-m', '-n').catch(() => '');
    return [name, readDrops(text)] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

/** Of the pods that were there all the time: the counters of others went with them. */
export function starvedMeanwhile(before: Starved, after: Starved): number {
  return Object.entries(after).reduce((sum, [pod, count]) => sum + (pod in before ? count - before[pod]! : 0), 0);
}

/** The last number of `skmem:(...,d12)`. */
function readDrops(text: string): number {
  return [...text.matchAll(/,d(\d+)\)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}
