// npm run images [-- NAME ...] [--arch amd64|arm64] [--tag TAG] [--out FOLDER] [--no-cache] [--verify] [--update]
// Builds the images and writes for each an SPDX list of what is in it. The same inputs give the same digest: --verify looks.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideBaseImage } from './base-image.ts';
import { type Builder, findBuilder, type Order } from './builder.ts';
import { contentsOf } from './contents.ts';
import { type Architecture, isArchitecture } from './debian-lock.ts';
import { IMAGES, ROOT } from './paths.ts';
import { run } from './run.ts';
import { spdxDocument } from './spdx.ts';
import { hostArchitecture, stage } from './stage.ts';
import { updateLocks } from './update-lock.ts';
import { verify } from './verify.ts';

const REGISTRY = 'docker.io/kubeovn';
/** What the images are made of: their files are as old as the last change of these. */
const SOURCES = ['apps', 'images', 'package-lock.json', 'packages', 'scripts'];

interface Wish {
  readonly names: readonly string[];
  readonly architecture: Architecture;
  readonly tag: string;
  readonly out: string;
  readonly fromNothing: boolean;
  readonly verify: boolean;
  readonly update: boolean;
}

main(readArguments(process.argv.slice(2)));

function main(wish: Wish): void {
  if (wish.update) {
    updateLocks(wish.names);
    return;
  }
  const builder = findBuilder();
  if (!builder) {
    process.stderr.write(
      'Neither buildah nor a running Docker is here: install one of them (apt-get install buildah).\n',
    );
    process.exitCode = 1;
    return;
  }
  stage(wish.architecture);
  if (builder.kind === 'buildah') provideBaseImage();
  mkdirSync(wish.out, { recursive: true });
  for (const name of wish.names) make(builder, name, wish);
}

function make(builder: Builder, name: string, { architecture, tag, out, fromNothing, verify: twice }: Wish): void {
  const other = architecture === hostArchitecture() ? '' : `-${architecture}`;
  const image = `${REGISTRY}/${name}:${tag}${other}`;
  const order: Order = { name, image, architecture, epoch: epochSeconds(), fromNothing };
  const started = performance.now();
  builder.build(order);
  const digest = builder.digest(image);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const contents = contentsOf(name, architecture);
  const file = join(out, `${name}-${architecture}.spdx.json`);
  const document = spdxDocument({ image, digest, contents, created: new Date(order.epoch * 1000) });
  writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  const size = `${Math.round(builder.bytes(image) / 1e6)} MB`;
  process.stdout.write(`${image} (${architecture}, ${size}, ${seconds} s)\n  ${digest}\n`);
  process.stdout.write(`  ${contents.length} packages, listed in ${file}\n`);
  if (!twice) return;
  verify(builder, order);
  process.stdout.write('  built again from nothing: the same digest\n');
}

function readArguments(args: string[]): Wish {
  const all = readdirSync(IMAGES).filter((name) => existsSync(join(IMAGES, name, 'Containerfile')));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      arch: { type: 'string' },
      tag: { type: 'string' },
      out: { type: 'string' },
      'no-cache': { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      update: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`there is no image ${unknown}: ${all.join(', ')}`);
  const architecture = values.arch ?? hostArchitecture();
  if (!isArchitecture(architecture)) throw new Error(`no images are made for ${architecture}`);
  return {
    names: positionals.length > 0 ? positionals : all,
    architecture,
    tag: values.tag ?? appVersion(),
    out: values.out ?? join(ROOT, 'dist/images'),
    fromNothing: values['no-cache'],
    verify: values.verify,
    update: values.update,
  };
}

/** The chart says which images it was made for. */
function appVersion(): string {
  const chart = readFileSync(join(ROOT, 'charts/kube-ovn/Chart.yaml'), 'utf8');
  return /^appVersion: *"?([^"\s]+)"?$/m.exec(chart)?.[1] ?? 'dev';
}

function epochSeconds(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  return Number(run('git', ['-C', ROOT, 'log', '-1', '--format=%ct', '--', ...SOURCES]).trim());
}
