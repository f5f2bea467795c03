// npm run images [-- NAME ...] [--tag TAG] [--out DIR]: builds the images with buildah (or Docker) so that the same inputs give
// the same image, and writes for each an SPDX list of what is in it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltImage, spdxDocument } from './spdx.ts';

const ROOT = join(import.meta.dirname, '..');
const REGISTRY = 'docker.io/kubeovn';
const MEGABYTE = 1e6;

main(process.argv.slice(2));

function main(args: readonly string[]): void {
  const { names, tag, out } = readArguments(args);
  const builder = findBuilder();
  run(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'build']);
  mkdirSync(out, { recursive: true });
  for (const name of names) {
    const image = `${REGISTRY}/${name}:${tag}`;
    builder.build(image, join(ROOT, 'images', name, 'Containerfile'));
    const built: BuiltImage = {
      image,
      digest: builder.digest(image),
      debian: builder.read(image, '/usr/share/kube-ovn-packages.tsv'),
      lockFile: readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
      created: new Date(epochSeconds() * 1000),
    };
    const file = join(out, `${name}.spdx.json`);
    writeFileSync(file, `${JSON.stringify(spdxDocument(built), undefined, 2)}\n`);
    const size = Math.round(builder.size(image) / MEGABYTE);
    process.stdout.write(`${image}\n  ${built.digest}\n  ${size} MB, contents in ${file}\n`);
  }
}

function readArguments(args: readonly string[]) {
  const all = readdirSync(join(ROOT, 'images')).filter((name) =>
    existsSync(join(ROOT, 'images', name, 'Containerfile')),
  );
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const names = args.filter((word) => all.includes(word));
  const out = option('--out') ?? join(ROOT, 'dist/images');
  return { names: names.length > 0 ? names : all, tag: option('--tag') ?? appVersion(), out };
}

/** The chart says which images it was made for. */
function appVersion(): string {
  const chart = readFileSync(join(ROOT, 'charts/kube-ovn/Chart.yaml'), 'utf8');
  return /^appVersion: *"?([^"\s]+)"?$/m.exec(chart)?.[1] ?? 'dev';
}

/** Everything in the image is as old as the last change of the sources. */
function epochSeconds(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  return Number(run('git', ['-C', ROOT, 'log', '-1', '--format=%ct']).trim());
}

interface Builder {
  build(image: string, containerfile: string): void;
  digest(image: string): string;
  read(image: string, path: string): string;
  size(image: string): number;
}

function findBuilder(): Builder {
  const epoch = String(epochSeconds());
  const buildArguments = [`SOURCE_DATE_EPOCH=${epoch}`, `DEBIAN_SNAPSHOT=${process.env.DEBIAN_SNAPSHOT ?? ''}`];
  const common = buildArguments.flatMap((text) => ['--build-arg', text]);
  if (works('buildah')) {
    return {
      build: (image, file) => {
        const how = ['--isolation', 'chroot', '--timestamp', epoch, '--pull=false', ...common];
        run('buildah', ['build', ...how, '-f', file, '-t', image, ROOT]);
      },
      digest: (image) => run('buildah', ['inspect', '--format', '{{.FromImageDigest}}', image]).trim(),
      size: (image) => sizeOf(run('buildah', ['images', '--json', image])),
      read: (image, path) => {
        const container = run('buildah', ['from', '--pull=false', image]).trim();
        try {
          return run('buildah', ['run', '--isolation', 'chroot', container, '--', 'cat', path]);
        } finally {
          run('buildah', ['rm', container]);
        }
      },
    };
  }
  if (!works('docker'))
    throw new Error('neither buildah nor docker is here: install one of them (apt-get install buildah)');
  return {
    build: (image, file) => void run('docker', ['build', ...common, '-f', file, '-t', image, ROOT]),
    digest: (image) => run('docker', ['inspect', '--format', '{{.Id}}', image]).trim(),
    size: (image) => Number(run('docker', ['inspect', '--format', '{{.Size}}', image])),
    read: (image, path) => run('docker', ['run', '--rm', '--entrypoint', 'cat', image, path]),
  };
}

/** "222 MB" of the list that buildah prints. */
function sizeOf(json: string): number {
  const [first] = JSON.parse(json) as { readonly size?: string }[];
  const [, amount = '0', unit = 'B'] = /^([\d.]+) (\w+)$/.exec(first?.size ?? '') ?? [];
  return Number(amount) * ({ KB: 1e3, MB: 1e6, GB: 1e9 }[unit] ?? 1);
}

function works(program: string): boolean {
  try {
    run(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * MEGABYTE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
