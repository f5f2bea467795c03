// Values that are options of programs: schema, default and help come from the option, `chart` says where it stands.

import { CONTROLLER_CONFIG } from '@kube-ovn/controller';
import { DAEMON_CONFIG } from '@kube-ovn/daemon';
import type { ConfigShape, OptionSpec } from '@kube-ovn/daemon-kit';
import type { ValueSpec } from './value-spec.ts';

export const PROGRAMS: Readonly<Record<string, ConfigShape>> = {
  'kube-ovn-controller': CONTROLLER_CONFIG.shape,
  'kube-ovn-daemon': DAEMON_CONFIG.shape,
};

export function programValues(): ValueSpec[] {
  const found = new Map<string, ValueSpec>();
  for (const [program, shape] of Object.entries(PROGRAMS)) {
    for (const option of Object.values(shape)) {
      if (option.chart === undefined) continue;
      const flags = [...(found.get(option.chart)?.flags ?? []), nameIn(program, option)];
      found.set(option.chart, { ...(found.get(option.chart) ?? valueFrom(option, option.chart)), flags });
    }
  }
  return [...found.values()];
}

function valueFrom(option: OptionSpec, path: string): ValueSpec {
  return { path, schema: option.schema, default: option.default, help: option.help };
}

function nameIn(program: string, option: OptionSpec): string {
  return option.flag === undefined ? `${program} ${option.env}` : `${program} --${option.flag}`;
}
