// Everything that the cluster consists of, made once and kept.

import { mkdirSync } from 'node:fs';
import type { Progress } from '@kube-ovn/testkit/launch';
import { buildNodeRoot } from '../build/debian.ts';
import { buildHelperImages, type ImageArchive } from '../build/helper-images.ts';
import { installHostPackages } from '../build/host-packages.ts';
import { fillImageStore } from '../build/image-store.ts';
import { CLUSTER_GROUPS, SUITE_GROUPS } from '../build/program-list.ts';
import { buildPrograms, missingGroups } from '../build/programs.ts';
import { buildProjectImages } from '../build/project-images.ts';
import type { Network } from '../options.ts';
import { CACHE } from '../paths.ts';

/** Resolves to the images of our own network. */
export async function build(network: Network, suites: boolean, progress: Progress): Promise<ImageArchive[]> {
  mkdirSync(CACHE, { recursive: true });
  const groups = suites ? [...CLUSTER_GROUPS, ...SUITE_GROUPS] : CLUSTER_GROUPS;
  const minutes = missingGroups(groups).reduce((sum, group) => sum + group.minutes, 0);
  if (minutes > 0) console.log(`To compile first: about ${Math.ceil(minutes)} minutes on two free processors, once.`);
  await installHostPackages(progress);
  await buildPrograms(groups, progress);
  await buildNodeRoot(progress);
  const helpers = await buildHelperImages(progress);
  const own = network === 'kube-ovn' ? await buildProjectImages(progress) : [];
  await fillImageStore([...helpers, ...own], progress);
  return own;
}
