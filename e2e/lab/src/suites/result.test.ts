import { describe, expect, test } from 'vitest';
import { readGinkgoReport } from './read-junit.ts';
import { isGreen, junit, summaryLine, type TestResult } from './result.ts';

const RESULTS: TestResult[] = [
  { name: 'a "b" <c>', seconds: 1.5, outcome: 'passed' },
  { name: 'd', seconds: 0, outcome: 'failed', message: 'x & y' },
  { name: 'e', seconds: 0, outcome: 'skipped', message: 'no SCTP' },
];

test('the summary counts', () => {
  expect(summaryLine('cnitool', RESULTS)).toBe('cnitool: 1 passed, 1 failed, 1 skipped');
  expect(isGreen(RESULTS)).toBe(false);
  expect(isGreen(RESULTS.filter(({ outcome }) => outcome !== 'failed'))).toBe(true);
  expect(isGreen([])).toBe(false);
});

test('JUnit has every test, escaped', () => {
  const xml = junit('cnitool', RESULTS);
  expect(xml).toContain('tests="3" failures="1" skipped="1" time="1.500"');
  expect(xml).toContain('name="a &quot;b&quot; &lt;c&gt;" time="1.500"/>');
  expect(xml).toContain('<failure message="x &amp; y"/>');
});

describe('a report of ginkgo', () => {
  test('has what ran and what cannot run here, not what was not chosen', () => {
    const report = `<testsuites><testsuite>
      <testcase name="[ReportAfterSuite] x" classname="k" status="passed" time="0"></testcase>
      <testcase name="[It] [sig-network] DNS &amp; more" classname="k" status="passed" time="12.5"><system-out>a</system-out></testcase>
      <testcase name="[It] [sig-network] Services" classname="k" status="failed" time="3"><failure message="no &#34;answer&#34;" type="failed">long</failure></testcase>
      <testcase name="[It] [sig-network] Timed" classname="k" status="timedout" time="3"/>
      <testcase name="[It] [sig-network] SCTP" classname="k" status="skipped" time="0"><skipped message="skipped - no SCTP"></skipped></testcase>
      <testcase name="[It] other" classname="k" status="skipped" time="0"><skipped message="skipped"></skipped></testcase>
    </testsuite></testsuites>`;
    expect(readGinkgoReport(report)).toEqual([
      { name: '[sig-network] DNS & more', seconds: 12.5, outcome: 'passed' },
      { name: '[sig-network] Services', seconds: 3, outcome: 'failed', message: 'no "answer"' },
      { name: '[sig-network] Timed', seconds: 3, outcome: 'failed', message: 'timedout' },
      { name: '[sig-network] SCTP', seconds: 0, outcome: 'skipped', message: 'skipped - no SCTP' },
    ]);
  });
});
