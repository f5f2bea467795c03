// The Go of this machine: it compiles Kubernetes and the rest from their modules.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from '@kube-ovn/testkit/launch';
import { capture, runTool } from './run-tool.ts';

/** The highest that a module of the lab asks for. Go 1.21 and later fetch a newer one themselves where that is allowed. */
export const NEEDED_GO = { major: 1, minor: 25 };

const ADVICE =
  `Install Go ${NEEDED_GO.major}.${NEEDED_GO.minor} or newer, from your distribution (package golang-go, in backports on older ones) ` +
  'or the archive of the Go project unpacked to /usr/local/go, then run the same command again.';

export async function findGo(): Promise<string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin', '/usr/lib/go/bin'];
  const go = folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path));
  if (!go) throw new PlainError('Go is not installed, and the lab compiles Kubernetes with it.', ADVICE);
  const { stdout } = await capture(go, ['env', 'GOVERSION']);
  if (!isNewEnough(stdout)) throw new PlainError(`${stdout.trim() || 'this Go'} is too old for the lab.`, ADVICE);
  return go;
}

export function isNewEnough(version: string): boolean {
  const match = /go(\d+)\.(\d+)/.exec(version);
  if (!match) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > NEEDED_GO.major || (major === NEEDED_GO.major && minor >= NEEDED_GO.minor);
}

export function goEnv(): NodeJS.ProcessEnv {
  // Whatever the user compiles with otherwise: the lab's programs are static and know no version control.
  return { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOWORK: 'off' };
}

/** Folder of a module's source, read-only. */
export async function moduleFolder(go: string, module: string, version: string): Promise<string> {
  const text = await runTool(`go mod download ${module}`, go, ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: '/',
    env: goEnv(),
    advice: 'Check the network and GOPROXY, then run the same command again.',
  });
  return (JSON.parse(text) as { Dir: string }).Dir;
}
