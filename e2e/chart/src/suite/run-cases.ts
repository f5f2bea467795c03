// Cases that build on each other: the first failure of one that others need lets these be skipped, not fail as well.

import type { Tools } from './tools.ts';

export interface SuiteCase {
  readonly name: string;
  /** Later cases make no sense when this one fails. */
  readonly needed?: boolean;
  run(tools: Tools): Promise<void>;
}

export interface CaseResult {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly message?: string;
}

export async function runCases(
  cases: readonly SuiteCase[],
  tools: Tools,
  focus: string | undefined,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let broken: string | undefined;
  for (const { name, needed = false, run } of cases) {
    if (focus !== undefined && !needed && !new RegExp(focus).test(name)) continue;
    const result = broken === undefined ? await timed(name, () => run(tools)) : skipped(name, broken);
    results.push(result);
    const why =
      result.message === undefined ? '' : `\n      ${result.message.split('\n').slice(0, 12).join('\n      ')}`;
    process.stdout.write(`  ${result.outcome} ${name} ${result.seconds.toFixed(1)} s${why}\n`);
    if (needed && result.outcome === 'failed') broken = name;
  }
  return results;
}

function skipped(name: string, broken: string): CaseResult {
  return { name, seconds: 0, outcome: 'skipped', message: `needs: ${broken}` };
}

async function timed(name: string, run: () => Promise<void>): Promise<CaseResult> {
  const started = performance.now();
  const message = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, outcome: message === undefined ? 'passed' : 'failed', message };
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
