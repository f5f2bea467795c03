// Pods on a real cluster with our network, beside the same on the plainest network there is. It replaces the lab of this
// checkout, if one runs, and takes both of its own down.

import { dataPlaneGaps } from '@kube-ovn/chart';
import { down, type LabOptions, releaseTools, requireLab, up } from '@kube-ovn/lab';
import type { BenchResult } from '../benches.ts';
import { progress } from '../progress.ts';
import { measurePods } from './measure.ts';

const OPTIONS = { nodes: 3, stack: 'dual', kubeProxy: true } as const satisfies Partial<LabOptions>;
/** BENCH_REPLACEMENTS=0 leaves the longest part out. */
const REPLACEMENTS = Number(process.env.BENCH_REPLACEMENTS ?? 10);

export async function run(): Promise<BenchResult> {
  progress('a lab of this checkout that runs is replaced');
  try {
    await up({ ...OPTIONS, network: 'ptp' }, []);
    const floors = await measurePods(requireLab());
    await up({ ...OPTIONS, network: 'kube-ovn' }, []);
    const figures = await measurePods(requireLab());
    return {
      figures: {
        ...figures,
        fiftyOfFloor: figures.fiftySeconds / floors.fiftySeconds,
        ...(REPLACEMENTS > 0 ? { dataPlaneGapMs: await worstGap() } : {}),
      },
      floors,
    };
  } finally {
    await down();
  }
}

async function worstGap(): Promise<number> {
  return Math.max(
    ...(await dataPlaneGaps(releaseTools(), REPLACEMENTS, ({ gapMs }) =>
      progress(`data plane replaced: ${gapMs} ms without traffic`),
    )),
  );
}
