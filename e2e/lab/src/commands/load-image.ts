// `load-image IMAGE`: brings an archive, or an image that buildah has, to every node.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLOURS, createProgress, PlainError } from '@kube-ovn/testkit/launch';
import { exportImage } from '../build/helper-images.ts';
import { nodeCommand } from '../outside/enter-node.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';

export async function loadImage(lab: RunningLab, image: string): Promise<void> {
  const progress = createProgress(process.stdout, COLOURS);
  if (existsSync(image)) return progress.step(`load ${image}`, () => importArchive(lab, image));
  const folder = mkdtempSync(join(tmpdir(), 'kube-ovn-lab-image-'));
  try {
    const archive = join(folder, 'image.tar');
    await progress.step(`export ${image}`, () => exportImage(image, archive));
    await progress.step(`load ${image}`, () => importArchive(lab, archive));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function importArchive(lab: RunningLab, archive: string): Promise<void> {
  await Promise.all(clusterPlan(lab.options).nodeList.map(({ name }) => importOn(lab, name, archive)));
}

async function importOn(lab: RunningLab, node: string, archive: string): Promise<void> {
  const { file, args } = nodeCommand(lab, node, ['ctr', '-n', 'k8s.io', 'images', 'import', '-']);
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk;
  });
  // Its end tells what went wrong.
  child.stdin.on('error', () => {});
  createReadStream(archive).pipe(child.stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new PlainError(`the image did not get to ${node}.`, 'Is it a docker or OCI archive?', words);
}
