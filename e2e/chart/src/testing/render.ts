// `helm template` of the chart, parsed; and the complaint of helm when it refuses.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KubeObject } from '@kube-ovn/kube';
import { parseAllDocuments, stringify } from 'yaml';
import { CHART, helmBinary } from '../paths.ts';

const KUBERNETES = '1.34.0';

export type Values = Readonly<Record<string, unknown>>;

export const noHelm = helmBinary() === undefined ? 'no helm: set KUBE_OVN_HELM, or let the lab build one' : undefined;

export async function renderText(values: Values): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  try {
    const file = join(folder, 'values.yaml');
    await writeFile(file, stringify(values));
    const args = [
      'template',
      'kube-ovn',
      CHART,
      '--namespace',
      'kube-system',
      '--kube-version',
      KUBERNETES,
      '-f',
      file,
    ];
    const { stdout } = await promisify(execFile)(helmBinary()!, args, { maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function render(values: Values): Promise<KubeObject[]> {
  return parseAllDocuments(await renderText(values), { uniqueKeys: true }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    const object = document.toJS() as KubeObject | null;
    return object ? [object] : [];
  });
}

/** What helm says when it refuses the values; undefined when it renders them. */
export async function complaint(values: Values): Promise<string | undefined> {
  try {
    await renderText(values);
    return undefined;
  } catch (error) {
    return (error as { stderr?: string }).stderr ?? String(error);
  }
}
