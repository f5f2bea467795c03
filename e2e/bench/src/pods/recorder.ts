// Sees calls of CNI plugins on a node as the container runtime sees them: a small program in front of each plugin of the chain.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningLab, runOnNode } from '@kube-ovn/lab';
import { waitFor } from '@kube-ovn/testkit';
import { compileNative } from '../compile-native.ts';

const LOG = '/run/cni-calls';
/** Those that may be in a chain, on our network and on the stand-in. */
const PLUGINS = ['kube-ovn', 'ptp', 'portmap'];

const INSTALL = `
mkdir -p /opt/cni/recorded
base64 -d > /run/record-cni
chmod 755 /run/record-cni
for name in ${PLUGINS.join(' ')}; do
  [ -e /opt/cni/bin/$name ] || continue
  mv /opt/cni/bin/$name /opt/cni/recorded/$name
  cp /run/record-cni /opt/cni/bin/$name.new
  mv /opt/cni/bin/$name.new /opt/cni/bin/$name
done
`;

export interface Recorder {
  /** Milliseconds of each call of the whole chain since `forget`; waits until there are so many. */
  take(command: 'ADD' | 'DEL', calls: number): Promise<number[]>;
  forget(): Promise<void>;
}

export async function openRecorder(lab: RunningLab, node: string): Promise<Recorder> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-ovn-bench-'));
  try {
    const program = join(folder, 'record-cni');
    await compileNative(program);
    await runOnNode(lab, node, ['sh', '-ec', INSTALL], (await readFile(program)).toString('base64'));
  } finally {
    await rm(folder, { recursive: true });
  }
  const forget = async () => void (await runOnNode(lab, node, ['sh', '-ec', `: > ${LOG}`]));
  await forget();
  return {
    forget,
    async take(command, calls) {
      let times: number[] = [];
      await waitFor(`${calls} calls of ${command}`, async () => {
        times = chainTimes(await runOnNode(lab, node, ['cat', LOG]), command);
        return times.length >= calls;
      });
      return times;
    },
  };
}

/** A chain lasts from the start of its first plugin to the end of its last; a DEL that is said again is not counted. */
export function chainTimes(text: string, wanted: string): number[] {
  const chains = new Map<string, { seen: Set<string>; start: number; end: number }>();
  for (const line of text.trim().split('\n')) {
    const [plugin = '', command, container = '', , start, end] = line.split(' ');
    if (command !== wanted) continue;
    const chain = chains.get(container) ?? { seen: new Set(), start: Number(start), end: 0 };
    chains.set(container, chain);
    if (chain.seen.has(plugin)) continue;
    chain.seen.add(plugin);
    chain.start = Math.min(chain.start, Number(start));
    chain.end = Math.max(chain.end, Number(end));
  }
  return [...chains.values()].map(({ start, end }) => (end - start) / 1000);
}
