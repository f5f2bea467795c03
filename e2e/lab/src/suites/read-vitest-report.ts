// Reads the JSON report of vitest.

import type { TestResult } from './result.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly Assertion[];
  }[];
}

interface Assertion {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly duration?: number;
  readonly failureMessages?: readonly string[];
  readonly meta?: { readonly reason?: string };
}

/** `focused`: what was not run was not chosen, and is left out unless it says why. A file that could not be loaded is a failure. */
export function readVitestReport(json: string, focused: boolean): TestResult[] {
  const { testResults } = JSON.parse(json) as Report;
  return testResults.flatMap(({ name, status, message, assertionResults }): TestResult[] => {
    const results = assertionResults.flatMap((assertion) => resultOf(assertion, focused));
    if (status !== 'failed' || results.some(({ outcome }) => outcome === 'failed')) return results;
    return [...results, { name, seconds: 0, outcome: 'failed', message: message || 'it could not be run' }];
  });
}

function resultOf(assertion: Assertion, focused: boolean): TestResult[] {
  const { ancestorTitles, title, status, duration = 0, failureMessages, meta } = assertion;
  const base = { name: [...ancestorTitles, title].join(' > '), seconds: duration / 1000 };
  if (status === 'passed') return [{ ...base, outcome: 'passed' }];
  if (status === 'failed') return [{ ...base, outcome: 'failed', message: failureMessages?.join('\n') }];
  const message = meta?.reason;
  return focused && message === undefined ? [] : [{ ...base, outcome: 'skipped', message }];
}
