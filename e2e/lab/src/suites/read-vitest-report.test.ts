import { expect, test } from 'vitest';
import { readVitestReport } from './read-vitest-report.ts';

const assertion = (title: string, status: string, more: object = {}) => ({
  ancestorTitles: ['a'],
  title,
  status,
  ...more,
});

function report(status: string, ...assertionResults: object[]): string {
  return JSON.stringify({ testResults: [{ name: 'x.test.ts', status, assertionResults, message: 'no such file' }] });
}

test('results have the names of their groups', () => {
  const json = report(
    'failed',
    assertion('one', 'passed', { duration: 1500 }),
    assertion('two', 'failed', { failureMessages: ['why'] }),
    assertion('three', 'skipped'),
  );
  expect(readVitestReport(json, false)).toEqual([
    { name: 'a > one', seconds: 1.5, outcome: 'passed' },
    { name: 'a > two', seconds: 0, outcome: 'failed', message: 'why' },
    { name: 'a > three', seconds: 0, outcome: 'skipped', message: undefined },
  ]);
});

test('what a focus leaves out is not listed', () => {
  const json = report('passed', assertion('one', 'passed', { duration: 0 }), assertion('two', 'skipped'));
  expect(readVitestReport(json, true).map(({ name }) => name)).toEqual(['a > one']);
});

test('a file that cannot be loaded is a failure', () => {
  expect(readVitestReport(report('failed'), false)).toEqual([
    { name: 'x.test.ts', seconds: 0, outcome: 'failed', message: 'no such file' },
  ]);
});
