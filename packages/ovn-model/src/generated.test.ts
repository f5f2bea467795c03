import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emit } from '../scripts/emit.ts';
import { findRoot, readSchema, SCHEMA_FILES } from '../scripts/schema-files.ts';

const root = findRoot();
if (!root) console.warn('skipped: no data-plane root to compare the generated row types with (run `npm test` as root)');

describe.skipIf(!root)('the generated files are those of the data-plane root', () => {
  test.each(SCHEMA_FILES)('$target', (file) => {
    const committed = readFileSync(join(import.meta.dirname, file.target), 'utf8');
    expect(committed, 'run `npm run generate -w @kube-ovn/ovn-model`').toBe(emit(readSchema(root!, file), file));
  });
});
