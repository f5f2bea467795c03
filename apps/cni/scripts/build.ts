// Makes dist/kube-ovn, one static binary: esbuild bundles src/main.ts, qjsc compiles it to bytecode, gcc links both with
// native/usock.c. Does nothing when no input has changed (dist/kube-ovn.stamp). `build.ts arm64` makes dist/kube-ovn-arm64 on amd64.

import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build as bundle, version as esbuildVersion } from 'esbuild';
import {
  buildRootPath,
  crossRootPath,
  hasBuildRoot,
  makeInBuildRoot,
  missingBuildRoot,
  versionIn,
} from './build-root.ts';

export interface Built {
  readonly binary: string;
  readonly bytes: number;
  readonly fresh: boolean;
}

interface Target {
  readonly binary: string;
  readonly root: string;
  readonly compiler: string;
  readonly engine: string;
  /** Debian packages whose code is linked into the binary. */
  readonly linked: readonly { readonly name: string; readonly license: string }[];
}

const PACKAGE = join(import.meta.dirname, '..');
export const BINARY = join(PACKAGE, 'dist/kube-ovn');
const ENGINE = { name: 'libquickjs', license: 'MIT' };
const SIZE_LIMIT = 3 * 1024 * 1024;

function ownTarget(): Target {
  if (!hasBuildRoot()) throw new Error(missingBuildRoot());
  return {
    binary: BINARY,
    root: buildRootPath(),
    compiler: 'gcc',
    engine: '/usr/lib/*/quickjs/libquickjs.a',
    linked: [ENGINE, { name: 'libc6-dev', license: 'LGPL-2.1-or-later' }],
  };
}

function crossTarget(): Target {
  return {
    binary: `${BINARY}-arm64`,
    root: crossRootPath(),
    compiler: 'aarch64-linux-gnu-gcc',
    engine: '/usr/lib/aarch64-linux-gnu/quickjs/libquickjs.a',
    linked: [ENGINE, { name: 'libc6-dev-arm64-cross', license: 'LGPL-2.1-or-later' }],
  };
}

// -c and -s: a plain script without debug information. Of libquickjs the linker takes the engine alone, quickjs-libc (std, os,
// workers, dlopen) stays out because usock.c has the few calls we need.
function compile({ compiler, engine }: Target, name: string): string {
  return [
    'qjsc -c -s -N shim_bytecode -o bytecode.c shim.js',
    [
      `${compiler} -Os -static -s -Wall -Werror -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--build-id=none`,
      `-o ${name} usock.c -include stdint.h bytecode.c ${engine} -lm`,
    ].join(' '),
    `[ $(stat -c %s ${name}) -le ${SIZE_LIMIT} ] || { echo "the shim is larger than ${SIZE_LIMIT} bytes" >&2; exit 1; }`,
  ].join('\n');
}

export async function build(target = ownTarget()): Promise<Built> {
  const { binary, root } = target;
  const stampFile = `${binary}.stamp`;
  const recipe = compile(target, basename(binary));
  const script = await bundleScript();
  const native = await readFile(join(PACKAGE, 'native/usock.c'), 'utf8');
  // Everything that decides the bytes of the binary; of the build root its name, which is the hash of its package list.
  const inputs = JSON.stringify([script, native, recipe, esbuildVersion, root, target.linked]);
  const stamp = createHash('sha256').update(inputs).digest('hex');
  const before = await sizeOf(binary);
  if (before !== undefined && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) {
    return { binary, bytes: before, fresh: false };
  }
  await makeInBuildRoot({ root, inputs: { 'shim.js': script, 'usock.c': native }, script: recipe, target: binary });
  // For the list of what is in an image.
  const linked = target.linked.map((one) => ({ ...one, version: versionIn(root, one.name) }));
  await writeFile(`${binary}.packages.json`, `${JSON.stringify(linked)}\n`);
  await writeFile(stampFile, stamp);
  return { binary, bytes: (await sizeOf(binary))!, fresh: true };
}

async function bundleScript(): Promise<string> {
  const result = await bundle({
    entryPoints: [join(PACKAGE, 'src/main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return result.outputFiles[0]!.text;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.size;
}

if (import.meta.main) {
  const started = performance.now();
  try {
    const { binary, bytes, fresh } = await build(process.argv[2] === 'arm64' ? crossTarget() : ownTarget());
    const did = fresh ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : 'up to date';
    console.log(`${binary}: ${(bytes / 1024 / 1024).toFixed(2)} MiB, ${did}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
