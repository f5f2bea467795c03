// Makes dist/kube-ovn, one static binary: esbuild bundles src/main.ts, qjsc compiles it to bytecode, gcc links both with
// native/usock.c. Does nothing when no input has changed (dist/.stamp).

import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, version as esbuildVersion } from 'esbuild';
import { buildRootPath, hasBuildRoot, makeInBuildRoot, missingBuildRoot } from './build-root.ts';

export interface Built {
  readonly binary: string;
  readonly bytes: number;
  readonly fresh: boolean;
}

const PACKAGE = join(import.meta.dirname, '..');
export const BINARY = join(PACKAGE, 'dist/kube-ovn');
const STAMP = join(PACKAGE, 'dist/.stamp');
const SIZE_LIMIT = 3 * 1024 * 1024;

// -c and -s: a plain script without debug information. Of libquickjs the linker takes the engine alone, quickjs-libc (std, os,
// workers, dlopen) stays out because usock.c has the few calls we need.
const COMPILE = [
  'qjsc -c -s -N shim_bytecode -o bytecode.c shim.js',
  [
    'gcc -Os -static -s -Wall -Werror -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--build-id=none',
    '-o kube-ovn usock.c -include stdint.h bytecode.c /usr/lib/*/quickjs/libquickjs.a -lm',
  ].join(' '),
  `[ $(stat -c %s kube-ovn) -le ${SIZE_LIMIT} ] || { echo "the shim is larger than ${SIZE_LIMIT} bytes" >&2; exit 1; }`,
].join('\n');

export async function build(): Promise<Built> {
  if (!hasBuildRoot()) throw new Error(missingBuildRoot());
  const script = await bundleScript();
  const native = await readFile(join(PACKAGE, 'native/usock.c'), 'utf8');
  // Everything that decides the bytes of the binary; of the build root its name, which is the hash of its package list.
  const inputs = JSON.stringify([script, native, COMPILE, esbuildVersion, buildRootPath()]);
  const stamp = createHash('sha256').update(inputs).digest('hex');
  const before = await sizeOf(BINARY);
  if (before !== undefined && (await readFile(STAMP, 'utf8').catch(() => '')) === stamp) {
    return { binary: BINARY, bytes: before, fresh: false };
  }
  await makeInBuildRoot({ inputs: { 'shim.js': script, 'usock.c': native }, script: COMPILE, target: BINARY });
  await writeFile(STAMP, stamp);
  return { binary: BINARY, bytes: (await sizeOf(BINARY))!, fresh: true };
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
    const { binary, bytes, fresh } = await build();
    const did = fresh ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : 'up to date';
    console.log(`${binary}: ${(bytes / 1024 / 1024).toFixed(2)} MiB, ${did}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
