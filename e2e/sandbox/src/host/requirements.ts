// What this machine must have for a sandbox; each refusal says what to do.

import { existsSync } from 'node:fs';
import { skipReason } from '@kube-ovn/testkit';
import { PlainError } from '@kube-ovn/testkit/launch';

const TOOLS = ['unshare', 'setpriv', 'nsenter', 'mount'];

export function requireMachine(): void {
  if (process.getuid?.() !== 0) {
    throw new PlainError(
      'the sandbox needs root: it makes network namespaces and runs real switches in them.',
      'Run the same command with sudo. Nothing outside the namespaces of the sandbox is changed.',
    );
  }
  const folders = (process.env.PATH ?? '').split(':');
  const missing = TOOLS.filter((tool) => !folders.some((folder) => existsSync(`${folder}/${tool}`)));
  if (missing.length > 0) {
    throw new PlainError(
      `this machine lacks ${missing.join(', ')}.`,
      'Install the packages util-linux and mount of your distribution.',
    );
  }
  const reason = skipReason('chassis');
  if (reason) throw new PlainError(`the sandbox ${reason}.`, 'Start it by `npm start`, which sets everything up.');
}
