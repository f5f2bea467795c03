// Compiles one of native/*.c to a static binary; the name of the target is that of the source.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeInBuildRoot } from '@kube-ovn/cni/build-root';

const NATIVE = join(import.meta.dirname, '../native');

export async function compileNative(target: string): Promise<void> {
  const name = basename(target);
  const source = await readFile(join(NATIVE, `${name}.c`), 'utf8');
  const script = `gcc -Os -static -s -Wall -Wno-stringop-truncation -o ${name} ${name}.c`;
  await makeInBuildRoot({ inputs: { [`${name}.c`]: source }, script, target });
}
