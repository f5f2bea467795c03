// A suite written here: named cases that run one after the other on what they share.

import type { TestResult } from './result.ts';

export interface SuiteCase<Shared> {
  readonly name: string;
  run(shared: Shared): Promise<void>;
}

export async function runCases<Shared>(
  cases: readonly SuiteCase<Shared>[],
  shared: Shared,
  focus: string | undefined,
): Promise<TestResult[]> {
  const chosen = focus === undefined ? cases : cases.filter(({ name }) => new RegExp(focus).test(name));
  const results: TestResult[] = [];
  for (const { name, run } of chosen) {
    const started = performance.now();
    const message = await run(shared).then(
      () => undefined,
      (error: unknown) => explain(error),
    );
    const seconds = (performance.now() - started) / 1000;
    results.push({ name, seconds, outcome: message === undefined ? 'passed' : 'failed', message });
  }
  return results;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error && typeof error.detail === 'string' ? `\n${error.detail}` : '';
  return `${error.message}${detail}`;
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
