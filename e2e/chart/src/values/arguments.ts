// Arguments and environment of the programs' containers, as template text: one line an option that has a chart value.

import type { ConfigShape, OptionSpec } from '@kube-ovn/daemon-kit';
import { allValues } from './all-values.ts';
import { PROGRAMS } from './program-values.ts';
import { kindOf } from './template-data.ts';

const HEAD = '{{/* Generated (node e2e/chart/src/generate.ts); do not edit. Called with the effective values. */}}\n';

export function argumentsTemplate(): string {
  const parts = Object.entries(PROGRAMS).map(
    ([program, shape]) => `{{- define "kube-ovn.arguments.${program}" -}}\n${lines(shape).join('\n')}\n{{- end }}\n`,
  );
  return HEAD + parts.join('');
}

function lines(shape: ConfigShape): string[] {
  const kinds = new Map(allValues().map(({ path, schema }) => [path, kindOf(schema)]));
  return Object.values(shape)
    .filter(({ chart, flag }) => chart !== undefined && flag !== undefined)
    .map((option) => line(option, kinds.get(option.chart!) ?? 'any'));
}

function line({ flag, chart }: OptionSpec, kind: ReturnType<typeof kindOf>): string {
  const value = `.${chart}`;
  if (kind === 'number') return `- --${flag}={{ ${value} | int64 }}`;
  if (kind === 'flag') return `- --${flag}={{ ${value} }}`;
  return `{{- with ${value} }}\n- {{ printf "--${flag}=%s" (include "kube-ovn.comma" .) | quote }}\n{{- end }}`;
}
