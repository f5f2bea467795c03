import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '../../../..');
const files = generatedFiles();

test.each([...files.keys()])('%s is up to date (else run packages/crds/scripts/generate.ts)', (path) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(files.get(path));
});

test('no file is left of a kind that is gone', () => {
  const made = [...files.keys()].filter((path) => path.startsWith('packages/crds/generated/'));
  const found = readdirSync(join(root, 'packages/crds/generated')).map((name) => `packages/crds/generated/${name}`);
  expect(found.toSorted()).toEqual(made.toSorted());
});
