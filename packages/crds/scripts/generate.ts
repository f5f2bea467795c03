// Writes the CRDs and their reference: `node packages/crds/scripts/generate.ts`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from '../src/crd/generated-files.ts';

const root = join(import.meta.dirname, '../../..');

for (const [path, text] of generatedFiles()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
