// Who builds: buildah, or Docker where its daemon runs. Both get the same Containerfiles and the same inputs.

import { join } from 'node:path';
import type { Architecture } from './debian-lock.ts';
import { IMAGES, ROOT } from './paths.ts';
import { run, works } from './run.ts';
import { hostArchitecture } from './stage.ts';

export interface Order {
  readonly name: string;
  readonly image: string;
  readonly architecture: Architecture;
  /** Everything in the image is as old as this, in seconds. */
  readonly epoch: number;
  readonly fromNothing: boolean;
}

export interface Builder {
  readonly kind: 'buildah' | 'docker';
  build(order: Order): void;
  digest(image: string): string;
  bytes(image: string): number;
  /** Its configuration, as text to compare. */
  config(image: string): string;
  /** Its files below a folder. */
  unpack(image: string, folder: string): void;
}

export function findBuilder(): Builder | undefined {
  if (works('buildah', ['--version'])) return BUILDAH;
  return works('docker', ['info']) ? DOCKER : undefined;
}

const BUILDAH: Builder = {
  kind: 'buildah',
  build(order) {
    // --identity-label would write buildah's own version into the image.
    const how = ['--isolation', 'chroot', '--timestamp', String(order.epoch), '--identity-label=false', '--pull-never'];
    // Docker knows by itself which processor this machine has.
    const here = ['--build-arg', `BUILDPLATFORM=linux/${hostArchitecture()}`];
    run('buildah', ['build', '--quiet', '--layers', ...how, ...here, ...common(order)], { quiet: true });
  },
  digest: (image) => run('buildah', ['inspect', '--type', 'image', '--format', '{{.FromImageDigest}}', image]).trim(),
  bytes: (image) => sizeOf(run('buildah', ['images', '--json', image])),
  config: (image) => run('buildah', ['inspect', '--type', 'image', '--format', '{{.Config}}', image]),
  unpack(image, folder) {
    const container = run('buildah', ['from', '--pull-never', image]).trim();
    try {
      run('cp', ['-a', `${run('buildah', ['mount', container]).trim()}/.`, folder]);
    } finally {
      run('buildah', ['rm', container]);
    }
  },
};

const DOCKER: Builder = {
  kind: 'docker',
  build(order) {
    const how = ['--build-arg', `SOURCE_DATE_EPOCH=${order.epoch}`, '--provenance=false'];
    const output = ['--output', `type=docker,rewrite-timestamp=true,name=${order.image}`];
    run('docker', ['buildx', 'build', '--quiet', ...how, ...output, ...common(order)], { quiet: true });
  },
  digest: (image) => run('docker', ['inspect', '--format', '{{.Id}}', image]).trim(),
  bytes: (image) => Number(run('docker', ['inspect', '--format', '{{.Size}}', image])),
  config: (image) => run('docker', ['inspect', '--format', '{{json .Config}}{{json .RootFS}}', image]),
  unpack(image, folder) {
    const container = run('docker', ['create', image]).trim();
    try {
      run('docker', ['export', '-o', `${folder}.tar`, container]);
      run('tar', ['-xpf', `${folder}.tar`, '-C', folder]);
    } finally {
      run('docker', ['rm', container]);
    }
  },
};

function common({ name, image, architecture, fromNothing }: Order): string[] {
  return [
    ...(fromNothing ? ['--no-cache'] : []),
    ...['--platform', `linux/${architecture}`],
    ...['--build-arg', `DEBIAN_SNAPSHOT=${process.env.DEBIAN_SNAPSHOT ?? ''}`],
    ...['-f', join(IMAGES, name, 'Containerfile'), '-t', image, ROOT],
  ];
}

/** "222 MB" of the list that buildah prints. */
function sizeOf(json: string): number {
  const [first] = JSON.parse(json) as { readonly size?: string }[];
  const [, amount = '0', unit = 'B'] = /^([\d.]+) (\w+)$/.exec(first?.size ?? '') ?? [];
  return Number(amount) * ({ KB: 1e3, MB: 1e6, GB: 1e9 }[unit] ?? 1);
}
