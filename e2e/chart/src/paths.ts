// Where the chart and its tools are.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const CHART = join(ROOT, 'charts/kube-ovn');

const LAB_PROGRAMS = join(ROOT, '.cache/lab/programs');

/** KUBE_OVN_HELM, or one that the lab has built, or that of the PATH. */
export function helmBinary(): string | undefined {
  const given = process.env.KUBE_OVN_HELM ? [process.env.KUBE_OVN_HELM] : [];
  const built = existsSync(LAB_PROGRAMS)
    ? readdirSync(LAB_PROGRAMS).filter((name) => /^helm-[0-9a-f]+$/.test(name))
    : [];
  const ofLab = built.map((name) => join(LAB_PROGRAMS, name, 'helm'));
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'helm'));
  return [...given, ...ofLab, ...onPath].find((path) => existsSync(path));
}
