// Our own images, from images/ as anybody would build them, under the names that the chart asks for.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, type Progress } from '@kube-ovn/testkit/launch';
import { CACHE, ROOT } from '../paths.ts';
import { makeOnce } from './cache.ts';
import { buildBaseImage, buildImage, exportImage, type ImageArchive } from './helper-images.ts';
import { runTool } from './run-tool.ts';

const SOURCE = join(ROOT, 'images');
const ARCHIVES = join(CACHE, 'images');
const REGISTRY = 'docker.io/kubeovn';

export async function buildProjectImages(progress: Progress): Promise<ImageArchive[]> {
  await progress.step('bundles', () =>
    runTool('npm run build', process.execPath, [join(ROOT, 'scripts/run.mjs'), 'build'], { cwd: ROOT }),
  );
  await progress.step('what of the images depends on the processor', () =>
    runTool('images/src/stage.ts', process.execPath, [join(SOURCE, 'src/stage.ts')], { cwd: ROOT }),
  );
  await buildBaseImage(progress);
  const archives: ImageArchive[] = [];
  for (const folder of imageFolders()) {
    const name = `${REGISTRY}/${folder}:${chartVersion()}`;
    archives.push(await progress.step(`image ${name}`, () => build(folder, name)));
  }
  return archives;
}

/** buildah keeps layers, so an image that is as before costs a second, and has the same id as before. */
async function build(folder: string, name: string): Promise<ImageArchive> {
  await buildImage(name, join(SOURCE, folder, 'Containerfile'), ROOT);
  const id = (await runTool('buildah images', 'buildah', ['images', '--quiet', '--no-trunc', name])).trim();
  const archive = join(ARCHIVES, `${folder}-${id.replace(/^sha256:/, '').slice(0, 12)}.tar`);
  await makeOnce(archive, (target) => exportImage(name, target));
  removeOlder(folder, archive);
  return { name, archive, aliases: [] };
}

function imageFolders(): string[] {
  const folders = existsSync(SOURCE) ? readdirSync(SOURCE) : [];
  const images = folders.filter((name) => existsSync(join(SOURCE, name, 'Containerfile')));
  if (images.length > 0) return images;
  throw new PlainError(
    'there are no images of ours to install.',
    'Start a lab without them: npm run lab -- up --cni ptp',
  );
}

export function chartVersion(): string {
  const chart = readFileSync(join(ROOT, 'charts/kube-ovn/Chart.yaml'), 'utf8');
  return /^appVersion: *"?([^"\n]+)"?$/m.exec(chart)?.[1] ?? 'latest';
}

function removeOlder(folder: string, current: string): void {
  const pattern = new RegExp(`^${folder}-[0-9a-f]{12}\\.tar$`);
  for (const name of readdirSync(ARCHIVES).filter((entry) => pattern.test(entry))) {
    if (join(ARCHIVES, name) !== current) rmSync(join(ARCHIVES, name));
  }
}
