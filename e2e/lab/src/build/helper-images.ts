// Builds the helper images with buildah, each into an archive in the cache.

import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Progress } from '@kube-ovn/testkit/launch';
import { CACHE, LAB } from '../paths.ts';
import { keyOf, keyOfFiles, makeOnce } from './cache.ts';
import { debootstrap } from './debian.ts';
import { findGo, moduleFolder } from './go.ts';
import { type HelperImage, helperImages } from './image-list.ts';
import { KUBERNETES_VERSION } from './program-list.ts';
import { capture, runTool } from './run-tool.ts';

const IMAGES = join(CACHE, 'images');
export const BASE_IMAGE = 'docker.io/library/debian:trixie-slim';

export interface ImageArchive {
  readonly name: string;
  readonly archive: string;
  readonly aliases: readonly string[];
}

export async function buildHelperImages(progress: Progress): Promise<ImageArchive[]> {
  const images = helperImages();
  const missing = images.filter((image) => !existsSync(archiveOf(image)));
  if (missing.length > 0) await buildBaseImage(progress);
  for (const image of missing) {
    await progress.step(`build image ${image.name}`, () =>
      makeOnce(archiveOf(image), (target) => build(image, target)),
    );
  }
  return images.map((image) => ({ name: image.name, archive: archiveOf(image), aliases: image.aliases ?? [] }));
}

/** The programs are known by the names of their folders, which hold their keys. */
function archiveOf({ name, folder, files }: HelperImage): string {
  const key = keyOf(name, keyOfFiles(join(LAB, 'images', folder, 'Containerfile')), files);
  return join(IMAGES, `${folder}-${key}.tar`);
}

/** Debian's own image cannot be fetched everywhere; made from the same packages, it has the same name. */
export async function buildBaseImage(progress: Progress): Promise<void> {
  if ((await capture('buildah', ['inspect', BASE_IMAGE])).code === 0) return;
  await progress.step(`build image ${BASE_IMAGE}`, async () => {
    const tar = join(CACHE, 'trixie-slim.tar');
    await debootstrap(tar, []);
    const container = (await runTool('buildah from', 'buildah', ['from', 'scratch'])).trim();
    await runTool('buildah add', 'buildah', ['add', '--quiet', container, tar, '/']);
    await runTool('buildah config', 'buildah', ['config', '--cmd', '/bin/bash', container]);
    await runTool('buildah commit', 'buildah', ['commit', '--quiet', '--rm', container, BASE_IMAGE]);
    rmSync(tar);
  });
}

async function build(image: HelperImage, target: string): Promise<void> {
  const context = mkdtempSync(join(CACHE, 'image-'));
  try {
    for (const file of [...image.files, ...(await kubernetesFiles(image))]) place(file, join(context, basename(file)));
    const containerfile = join(LAB, 'images', image.folder, 'Containerfile');
    await buildImage(image.name, containerfile, context);
    await exportImage(image.name, target);
  } finally {
    rmSync(context, { recursive: true });
  }
}

export async function buildImage(name: string, containerfile: string, context: string): Promise<void> {
  const args = ['build', '--isolation', 'chroot', '--pull-never', '--layers', '-f', containerfile, '-t', name, context];
  await runTool(`buildah build ${name}`, 'buildah', args);
}

export async function exportImage(name: string, target: string): Promise<void> {
  await runTool(`buildah push ${name}`, 'buildah', ['push', '--quiet', name, `docker-archive:${target}:${name}`]);
}

async function kubernetesFiles({ kubernetesFiles = [] }: HelperImage): Promise<string[]> {
  if (kubernetesFiles.length === 0) return [];
  const folder = await moduleFolder(await findGo(), 'k8s.io/kubernetes', `v${KUBERNETES_VERSION}`);
  return kubernetesFiles.map((path) => join(folder, path));
}

function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The module cache may lie on another file system.
    copyFileSync(from, to);
  }
}
