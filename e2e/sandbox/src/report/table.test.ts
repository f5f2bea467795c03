import { describe, expect, test } from 'vitest';
import { NO_COLOURS } from './colours.ts';
import { renderPods } from './pods-table.ts';
import { renderReport } from './render-report.ts';
import { isAsExpected, type ReportedProbe, type SandboxResult } from './result.ts';
import { cellText, renderTable } from './table.ts';

function probe(changes: Partial<ReportedProbe> = {}): ReportedProbe {
  return {
    from: 'shop/a',
    to: 'shop/b',
    path: 'pod-pod-same-node',
    family: 4,
    expect: 'reach',
    result: 'reach',
    rttMs: 0.25,
    ...changes,
  };
}

describe('a cell', () => {
  test.each([
    ['reached', probe(), '✓ 0.25 ms'],
    ['reached, but the second echo was lost', probe({ rttMs: null }), '✓ reached'],
    ['blocked as it must be', probe({ expect: 'blocked', result: 'blocked', rttMs: null }), '✓ blocked'],
    ['blocked and must not', probe({ result: 'blocked', rttMs: null }), '✗ blocked, not reach'],
    ['reached and must not', probe({ expect: 'blocked' }), '✗ reach, not blocked'],
    ['not asked', undefined, '–'],
  ])('%s', (_, cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

test('both families of a pair share a line, kinds of paths have blocks, columns are aligned', () => {
  const probes = [
    probe(),
    probe({ family: 6, rttMs: 1.5 }),
    probe({ from: 'worker-1', to: 'shop/longer-name', path: 'node-pod', family: 4, result: 'blocked', rttMs: null }),
  ];
  const notes: Record<string, string> = { 'shop/a': 'w1' };
  const table = renderTable(probes, { families: [4, 6], colours: NO_COLOURS, note: (name) => notes[name] });
  expect(table.split('\n')).toEqual([
    'Pod to pod, same node                             IPv4                  IPv6',
    '  shop/a (w1) → shop/b                       ✓ 0.25 ms             ✓ 1.50 ms',
    '',
    'Node to pod                                       IPv4                  IPv6',
    '  worker-1    → shop/longer-name  ✗ blocked, not reach                     –',
  ]);
});

test('the list of pods has one line per pod', () => {
  const pods = [
    { namespace: 'shop', name: 'a', node: 'worker-1', subnet: 's', vpc: 'v', ips: ['10.0.0.2', 'fd00::2'] },
  ];
  expect(renderPods(pods, NO_COLOURS).split('\n')).toEqual([
    'Pod     Node      Subnet  VPC  Addresses',
    'shop/a  worker-1  s       v    10.0.0.2  fd00::2',
  ]);
});

test('the last line counts what is not as expected', () => {
  const probes = [probe(), probe({ result: 'blocked', rttMs: null })];
  const result: SandboxResult = {
    ok: probes.every(isAsExpected),
    versions: { ovn: '25.03.0', ovs: '3.5.0', node: '24.0.0' },
    stack: 'ipv4',
    seconds: { setUp: 1, toReady: 2.34 },
    nodes: ['worker-1'],
    pods: [],
    probes,
  };
  const text = renderReport(result, NO_COLOURS);
  expect(text).toContain('1 of 2 probes are not as expected. OVN 25.03.0, Open vSwitch 3.5.0, ready after 2.3 s.');
  expect(text).not.toContain('IPv6');
});
