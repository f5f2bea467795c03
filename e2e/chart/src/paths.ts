// Where the chart and its tools are.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const CHART = join(ROOT, 'charts/kube-ovn');

/** KUBE_OVN_HELM, or the one that the lab has built, or that of the PATH. */
export function helmBinary(): string | undefined {
  const given = process.env.KUBE_OVN_HELM;
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'helm'));
  return [...(given ? [given] : []), join(ROOT, '.cache/lab/bin/helm'), ...onPath].find((path) => existsSync(path));
}
