// Reads what ginkgo reports: its JUnit file has an entry per test of the whole binary, most of them not chosen.

import type { TestResult } from './result.ts';

/** Tests that ran, or said themselves that they cannot run here. */
export function readGinkgoReport(xml: string): TestResult[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)].flatMap(
    ([, head = '', , body = '']): TestResult[] => {
      const name = attribute(head, 'name');
      if (!name.startsWith('[It]')) return [];
      const status = attribute(head, 'status');
      const message = attribute(body, 'message');
      const base = { name: name.replace(/^\[It\] /, ''), seconds: Number(attribute(head, 'time')) };
      if (status === 'passed') return [{ ...base, outcome: 'passed' }];
      if (status !== 'skipped' && status !== 'pending')
        return [{ ...base, outcome: 'failed', message: message || status }];
      // One that was not chosen is skipped without a word.
      return isReason(message) ? [{ ...base, outcome: 'skipped', message }] : [];
    },
  );
}

function isReason(message: string): boolean {
  return message !== '' && message !== 'skipped' && message !== 'pending';
}

function attribute(text: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1] ?? '';
  return value
    .replace(/&#x([0-9A-Fa-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
