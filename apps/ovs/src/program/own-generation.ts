// The generation of the supervisor of this container, for the probes that run beside it. The run directory is shared with the
// pods before and after, so it lies where only this container sees it.

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMark } from '../node/owner.ts';

const PATH = join(tmpdir(), 'kube-ovn-ovs.generation');

export function rememberOwnGeneration(generation: string): void {
  writeFileSync(PATH, generation);
}

export function ownGeneration(): string | undefined {
  return readMark(PATH);
}
