// Which of the running sandboxes of this checkout is meant.

import type { ProcessIdentity } from '@kube-ovn/testkit/launch';
import { PlainError } from '@kube-ovn/testkit/launch';
import { runningSandboxes } from '../host/run-folders.ts';

export interface RunningSandbox {
  readonly path: string;
  readonly init: ProcessIdentity;
}

export function chooseSandbox(id: string | undefined): RunningSandbox {
  const all = runningSandboxes();
  const chosen = id === undefined ? all : all.filter((sandbox) => sandbox.id === id);
  const [one, ...others] = chosen;
  if (others.length > 0) {
    const ids = all.map((sandbox) => sandbox.id).join(', ');
    throw new PlainError(`more than one sandbox runs: ${ids}.`, `Say which one: --id ${one?.id}`);
  }
  if (!one?.record?.init) {
    throw new PlainError(
      id === undefined ? 'no sandbox of this checkout runs.' : `no sandbox ${id} runs.`,
      'Start one with `npm start` in another terminal and wait for its table.',
    );
  }
  return { path: one.path, init: one.record.init };
}
