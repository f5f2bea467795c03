// Makes dist/kube-ovn, one static binary: esbuild bundles src/main.ts, qjsc compiles it to bytecode, gcc links both with
// native/usock.c. Does nothing when no input has changed (dist/.stamp).

import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, version as esbuildVersion } from 'esbuild';
import { buildRootPath, hasBuildRoot, missingBuildRoot, runInBuildRoot } from './build-root.ts';

export interface Built {
  readonly binary: string;
  readonly bytes: number;
  readonly fresh: boolean;
}

const PACKAGE = join(import.meta.dirname, '..');
const DIST = join(PACKAGE, 'dist');
export const BINARY = join(DIST, 'kube-ovn');
const STAMP = join(DIST, '.stamp');
const SIZE_LIMIT = 3 * 1024 * 1024;

// The compiled script holds no debug information (-s): a failure names its message, and no path of this machine.
const COMPILE = [
  'qjsc -c -s -N shim_bytecode -o bytecode.c shim.js',
  'gcc -Os -static -s -Wall -Werror -Wno-unused-parameter -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--build-id=none' +
    ' -o kube-ovn usock.c -include stdint.h bytecode.c /usr/lib/*/quickjs/libquickjs.a -lm',
].join('; ');

export async function build(): Promise<Built> {
  if (!hasBuildRoot()) throw new Error(missingBuildRoot());
  const script = await bundleScript();
  const stamp = await fingerprint(script);
  const current = await readFile(STAMP, 'utf8').catch(() => '');
  const existing = await stat(BINARY).catch(() => undefined);
  if (existing !== undefined && current === stamp) return { binary: BINARY, bytes: existing.size, fresh: false };
  await compile(script, stamp);
  const { size } = await stat(BINARY);
  return { binary: BINARY, bytes: size, fresh: true };
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

/** Everything that decides the bytes of the binary; of the build root its name, which is the hash of its package list. */
async function fingerprint(script: string): Promise<string> {
  const native = await readFile(join(PACKAGE, 'native/usock.c'), 'utf8');
  const parts = [script, native, COMPILE, esbuildVersion, buildRootPath()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Works in a fresh directory and renames into place, so that two builds at once and a killed one leave a whole binary. */
async function compile(script: string, stamp: string): Promise<void> {
  const work = await mkdtemp(join(buildRootPath(), 'tmp/kube-ovn-cni-'));
  try {
    await writeFile(join(work, 'shim.js'), script);
    await copyFile(join(PACKAGE, 'native/usock.c'), join(work, 'usock.c'));
    await runInBuildRoot(work.slice(buildRootPath().length), COMPILE);
    const { size } = await stat(join(work, 'kube-ovn'));
    if (size > SIZE_LIMIT)
      throw new Error(`the shim has ${size} bytes, more than ${SIZE_LIMIT}: find out what the linker kept`);
    await mkdir(DIST, { recursive: true });
    await removeLeftovers();
    const next = `${BINARY}.${process.pid}.tmp`;
    await copyFile(join(work, 'kube-ovn'), next);
    await chmod(next, 0o755);
    await rename(next, BINARY);
    await writeFile(STAMP, stamp);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Copies of builds that were killed; those of a live build are younger. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(DIST)) {
    if (!name.endsWith('.tmp')) continue;
    const found = await stat(join(DIST, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > 60_000) await rm(join(DIST, name), { force: true });
  }
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
