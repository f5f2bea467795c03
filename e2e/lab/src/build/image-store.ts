// The image store that every node starts with: filled once by a containerd of its own, then shared by hard links.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PlainError, type Progress } from '@kube-ovn/testkit/launch';
import { CACHE } from '../paths.ts';
import type { ImageArchive } from './helper-images.ts';
import { STORE_FORMAT } from './image-list.ts';
import { CONTAINERD } from './program-list.ts';
import { program } from './programs.ts';
import { runTool } from './run-tool.ts';

export const IMAGE_STORE = join(CACHE, `image-store-${STORE_FORMAT}`);
/** Name -> archive that it was imported from. */
const CONTENTS = join(CACHE, `image-store-${STORE_FORMAT}.json`);
/** Below the folder for temporary files, for paths of sockets must be short. */
const WORK = join(tmpdir(), `kube-ovn-lab-${process.pid}`);
const PATIENCE_MS = 20_000;

type Contents = Readonly<Record<string, string>>;

export async function fillImageStore(images: readonly ImageArchive[], progress: Progress): Promise<void> {
  const contents = readContents();
  const missing = images.filter(({ name, archive }) => contents[name] !== archive);
  if (missing.length === 0) return;
  await progress.step(`import ${missing.length} images`, async () => {
    // A store of which nothing is written down was interrupted.
    if (Object.keys(contents).length === 0) rmSync(IMAGE_STORE, { recursive: true, force: true });
    await withContainerd(async (ctr) => {
      for (const image of missing) await importImage(ctr, image);
    });
    const added = Object.fromEntries(missing.map(({ name, archive }) => [name, archive]));
    writeFileSync(`${CONTENTS}.new`, `${JSON.stringify({ ...contents, ...added }, undefined, 2)}\n`);
    renameSync(`${CONTENTS}.new`, CONTENTS);
  });
}

type Ctr = (...args: string[]) => Promise<string>;

async function importImage(ctr: Ctr, { name, archive, aliases }: ImageArchive): Promise<void> {
  await ctr('images', 'import', archive);
  for (const alias of aliases) await ctr('images', 'tag', '--force', name, alias);
}

function readContents(): Contents {
  if (!existsSync(IMAGE_STORE) || !existsSync(CONTENTS)) return {};
  return JSON.parse(readFileSync(CONTENTS, 'utf8')) as Contents;
}

async function withContainerd(work: (ctr: Ctr) => Promise<void>): Promise<void> {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const socket = join(WORK, 'containerd.sock');
  writeFileSync(join(WORK, 'config.toml'), config(socket));
  const log = openSync(join(WORK, 'log'), 'w');
  const file = program(CONTAINERD, 'containerd');
  // Mounts that it makes to unpack are its own; it ends with us.
  const args = ['--pdeathsig', 'KILL', '--', 'unshare', '--mount', '--', file, '--config', join(WORK, 'config.toml')];
  const containerd = spawn('setpriv', args, { stdio: ['ignore', log, log] });
  const ended = once(containerd, 'exit');
  try {
    await waitForSocket(socket, () => containerd.exitCode === null);
    await work((...words) =>
      runTool(`ctr ${words.join(' ')}`, program(CONTAINERD, 'ctr'), ['-a', socket, '-n', 'k8s.io', ...words]),
    );
  } finally {
    containerd.kill('SIGTERM');
    await ended;
    rmSync(WORK, { recursive: true, force: true });
  }
}

function config(socket: string): string {
  return `version = 3
root = "${IMAGE_STORE}"
state = "${join(WORK, 'state')}"
disabled_plugins = ["io.containerd.grpc.v1.cri", "io.containerd.cri.v1.images", "io.containerd.cri.v1.runtime", "io.containerd.nri.v1.nri"]
[grpc]
  address = "${socket}"
[ttrpc]
  address = "${socket}.ttrpc"
`;
}

async function waitForSocket(path: string, alive: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!existsSync(path)) {
    if (!alive() || performance.now() > deadline) {
      throw new PlainError(
        'containerd did not start to fill the image store.',
        'See its words above.',
        readFileSync(join(WORK, 'log'), 'utf8'),
      );
    }
    await delay(50);
  }
}
