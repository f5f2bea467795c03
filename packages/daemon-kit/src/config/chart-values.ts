// The part of a Helm chart's values.yaml that a program's options stand for, and the container arguments that read it back.

import type { ConfigShape } from './option-spec.ts';

export interface ChartValues {
  [key: string]: unknown;
}

export function chartValues(shape: ConfigShape): ChartValues {
  const values: ChartValues = {};
  for (const spec of Object.values(shape)) {
    if (spec.chart === undefined || spec.secret) continue;
    const path = spec.chart.split('.');
    const last = path.pop()!;
    let at = values;
    for (const key of path) {
      at[key] ??= {};
      at = at[key] as ChartValues;
    }
    at[last] = spec.default ?? '';
  }
  return values;
}

/** Lines for a container's `args`, as Helm template text. */
export function chartArguments(shape: ConfigShape): string[] {
  return Object.values(shape).flatMap((spec) =>
    spec.flag === undefined || spec.chart === undefined ? [] : [`- --${spec.flag}={{ .Values.${spec.chart} }}`],
  );
}
