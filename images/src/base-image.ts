// The image in which packages are unpacked. Any Debian trixie will do, for no byte of it gets into ours: Debian's own where it
// can be fetched, else one made of the same packages.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './paths.ts';
import { run, works } from './run.ts';

const BASE_IMAGE = 'docker.io/library/debian:trixie-slim';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Docker fetches it itself. */
export function provideBaseImage(): void {
  if (works('buildah', ['inspect', '--type', 'image', BASE_IMAGE])) return;
  if (works('buildah', ['pull', '--quiet', BASE_IMAGE])) return;
  if (process.getuid?.() !== 0 || !works('mmdebstrap', ['--version'])) {
    throw new Error(
      `${BASE_IMAGE} cannot be fetched, and making one needs root and mmdebstrap (apt-get install mmdebstrap debian-archive-keyring)`,
    );
  }
  process.stdout.write(`${BASE_IMAGE} cannot be fetched: making one of Debian's packages\n`);
  mkdirSync(CACHE, { recursive: true });
  const tar = join(CACHE, 'base.tar');
  const mirror = process.env.KUBE_OVN_DEBIAN_MIRROR;
  const keyring = existsSync(KEYRING) ? [`--keyring=${KEYRING}`] : [];
  const options = ['--mode=root', '--variant=minbase', '--dpkgopt=force-unsafe-io', ...keyring];
  run('mmdebstrap', [...options, 'trixie', tar, ...(mirror ? [mirror] : [])], { quiet: true });
  const container = run('buildah', ['from', 'scratch']).trim();
  run('buildah', ['add', '--quiet', container, tar, '/']);
  run('buildah', ['config', '--cmd', '/bin/bash', container]);
  run('buildah', ['commit', '--quiet', '--rm', container, BASE_IMAGE]);
  rmSync(tar);
}
