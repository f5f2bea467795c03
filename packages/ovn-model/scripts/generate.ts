// Writes the generated row types from the schemas of the data-plane root: `node scripts/generate.ts [ROOT]`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emit } from './emit.ts';
import { findRoot, readSchema, SCHEMA_FILES } from './schema-files.ts';

const root = process.argv[2] ?? findRoot();
if (!root) {
  console.error('No data-plane root: run `npm run build` once as root, or name a root as the first argument.');
  process.exit(1);
}
for (const file of SCHEMA_FILES) {
  writeFileSync(join(import.meta.dirname, '../src', file.target), emit(readSchema(root, file), file));
  console.log(`src/${file.target}`);
}
