import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS, type ErrorSpec } from './catalogue.ts';
import { errorReference } from './error-reference.ts';

const codes = Object.keys(ERRORS);

test('docs/errors.md is up to date (else run packages/errors/scripts/generate.ts)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
  expect(page).toBe(errorReference());
});

test('codes are in alphabetical order', () => expect(codes).toEqual(codes.toSorted()));

test.each(Object.entries<ErrorSpec>(ERRORS))('%s is spelled as all others are', (code, spec) => {
  expect(code).toMatch(/^ERR_[A-Z0-9]+(_[A-Z0-9]+)+$/);
  expect(spec.reason).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(spec.message).not.toMatch(/\.$/);
  expect(spec.advice).toMatch(/\.$/);
  expect(spec.message.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
});
