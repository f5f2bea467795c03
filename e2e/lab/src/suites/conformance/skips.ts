// A test may skip itself only when docs/conformance.md names it, so that what is not tested never grows unseen.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths.ts';
import type { TestResult } from '../result.ts';

const PAGE = 'docs/conformance.md';

export function readPage(): string {
  return readFileSync(join(ROOT, PAGE), 'utf8');
}

export function failUnlistedSkips(results: readonly TestResult[], page: string): TestResult[] {
  return results.map((result) => {
    if (result.outcome !== 'skipped' || page.includes(`| ${result.name} |`)) return result;
    return { ...result, outcome: 'failed', message: `skipped, and not listed in ${PAGE}: ${result.message ?? ''}` };
  });
}
