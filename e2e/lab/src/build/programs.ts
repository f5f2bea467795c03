// Compiles groups of programs, each once: the cache knows a group by its recipe.

import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '@kube-ovn/testkit/launch';
import { CACHE, LAB } from '../paths.ts';
import { keyOf, keyOfFiles, makeOnce } from './cache.ts';
import { findGo, goEnv, moduleFolder } from './go.ts';
import type { ProgramGroup } from './program-list.ts';
import { runTool } from './run-tool.ts';

const HYPERKUBE = join(LAB, 'hyperkube');
const HYPERKUBE_FILES = ['go.mod', 'main.go', 'pause/main.go'].map((name) => join(HYPERKUBE, name));

export function groupFolder(group: ProgramGroup): string {
  const { minutes: _, ...recipe } = group;
  const key = group.source === 'hyperkube' ? keyOf(recipe, keyOfFiles(...HYPERKUBE_FILES)) : keyOf(recipe);
  return join(CACHE, 'programs', `${group.name}-${key}`);
}

export function program(group: ProgramGroup, name: string): string {
  return join(groupFolder(group), name);
}

export function missingGroups(groups: readonly ProgramGroup[]): ProgramGroup[] {
  return groups.filter((group) => !existsSync(groupFolder(group)));
}

/** One after the other: each compilation already takes all processors. */
export async function buildPrograms(groups: readonly ProgramGroup[], progress: Progress): Promise<void> {
  const missing = missingGroups(groups);
  if (missing.length === 0) return;
  const go = await findGo();
  for (const group of missing) {
    await progress.step(`build ${group.name}`, () =>
      makeOnce(groupFolder(group), (target) => build(go, group, target)),
    );
  }
}

async function build(go: string, group: ProgramGroup, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  const { source, programs, tests = {}, links = {} } = group;
  const place = source === 'hyperkube' ? { cwd: HYPERKUBE, flags: [] } : await foreignModule(go, source, target);
  const common = [...place.flags, '-trimpath', '-ldflags', linkerFlags(group)];
  const options = { cwd: place.cwd, env: goEnv() };
  for (const [name, output] of Object.entries(programs)) {
    await runTool(`go build ${name}`, go, ['build', ...common, '-o', join(target, output), name], options);
  }
  for (const [name, output] of Object.entries(tests)) {
    await runTool(`go test -c ${name}`, go, ['test', '-c', ...common, '-o', join(target, output), name], options);
  }
  for (const [link, to] of Object.entries(links)) symlinkSync(to, join(target, link));
  rmSync(join(target, MODULE_FILES), { recursive: true, force: true });
}

const MODULE_FILES = '.module';

// Some modules' sums lack entries that a build wants to add, and their source is read-only: they get copies of both files.
async function foreignModule(
  go: string,
  { module, version }: { module: string; version: string },
  target: string,
): Promise<{ cwd: string; flags: string[] }> {
  const cwd = await moduleFolder(go, module, version);
  const folder = join(target, MODULE_FILES);
  mkdirSync(folder);
  for (const name of ['go.mod', 'go.sum']) {
    copyFileSync(join(cwd, name), join(folder, name));
    chmodSync(join(folder, name), 0o644);
  }
  return { cwd, flags: ['-mod=mod', `-modfile=${join(folder, 'go.mod')}`] };
}

export function linkerFlags({ variables = {} }: ProgramGroup): string {
  return ['-s', '-w', ...Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`)].join(' ');
}
