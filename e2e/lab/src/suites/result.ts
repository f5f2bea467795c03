// Results of a suite: the summary line that closes it, and a JUnit file.

export interface TestResult {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly message?: string;
}

export function summaryLine(suite: string, results: readonly TestResult[]): string {
  const count = (outcome: TestResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return `${suite}: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

/** Nothing that failed, and something that passed. */
export function isGreen(results: readonly TestResult[]): boolean {
  return results.some(({ outcome }) => outcome === 'passed') && results.every(({ outcome }) => outcome !== 'failed');
}

export function junit(suite: string, results: readonly TestResult[]): string {
  const count = (outcome: TestResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0).toFixed(3);
  const counts = `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(suite)}" ${counts} time="${seconds}">`,
    ...results.map((result) => testCase(suite, result)),
    '</testsuite>',
    '',
  ].join('\n');
}

function testCase(suite: string, { name, seconds, outcome, message = '' }: TestResult): string {
  const start = `  <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
  if (outcome === 'passed') return `${start}/>`;
  const element = outcome === 'failed' ? 'failure' : 'skipped';
  return `${start}><${element} message="${escaped(message)}"/></testcase>`;
}

function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')
  );
}
