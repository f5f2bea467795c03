import { NO_COLOURS } from '@kube-ovn/testkit/launch';
import { describe, expect, test } from 'vitest';
import { renderPods } from './pods-table.ts';
import { renderReport } from './render-report.ts';
import { isAsExpected, type ReportedProbe, type SandboxResult } from './result.ts';
import { probeBlocks, probeCell, transferBlock, transferCell } from './result-blocks.ts';
import { renderTable } from './table.ts';

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

const TRANSFER = { from: 'a', to: 'b', path: 'pod-node', family: 6, bytes: 4 * 1024 * 1024, ok: true, ms: 100 };

describe('a cell', () => {
  test.each([
    ['reached', probe(), '✓ 0.25 ms', 'good'],
    ['reached, but the second echo was lost', probe({ rttMs: null }), '✓ reached', 'good'],
    ['blocked as it must be', probe({ expect: 'blocked', result: 'blocked', rttMs: null }), '✓ blocked', 'quiet'],
    ['blocked and must not', probe({ result: 'blocked', rttMs: null }), '✗ blocked, not reach', 'bad'],
    ['reached and must not', probe({ expect: 'blocked' }), '✗ reach, not blocked', 'bad'],
  ])('%s', (_, result, text, tone) => {
    expect(probeCell(result)).toEqual({ text, tone });
  });

  test('data that arrived shows how fast, other data shows that it did not', () => {
    expect(transferCell(TRANSFER)).toEqual({ text: '✓ 336 Mbit/s', tone: 'good' });
    expect(transferCell({ ...TRANSFER, ok: false })).toEqual({ text: '✗ hangs', tone: 'bad' });
  });
});

test('both families of a pair share a line, kinds of paths have blocks, columns are aligned', () => {
  const probes = [
    probe(),
    probe({ family: 6, rttMs: 1.5 }),
    probe({ from: 'worker-1', to: 'shop/longer-name', path: 'node-pod', family: 4, result: 'blocked', rttMs: null }),
  ];
  const families = [4, 6];
  const notes: Record<string, string> = { 'shop/a': 'w1' };
  const note = (name: string) => notes[name];
  const blocks = [...probeBlocks(probes, families, note), transferBlock([TRANSFER], families, note)!];
  expect(renderTable(blocks, families, NO_COLOURS).split('\n')).toEqual([
    'Pod to pod, same node                             IPv4                  IPv6',
    '  shop/a (w1) → shop/b                       ✓ 0.25 ms             ✓ 1.50 ms',
    '',
    'Node to pod                                       IPv4                  IPv6',
    '  worker-1    → shop/longer-name  ✗ blocked, not reach                     –',
    '',
    '4 MiB by TCP                                      IPv4                  IPv6',
    '  a           → b                                    –          ✓ 336 Mbit/s',
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
    transfers: [],
  };
  const text = renderReport(result, NO_COLOURS);
  expect(text).toContain('1 of 2 probes are not as expected. OVN 25.03.0, Open vSwitch 3.5.0, ready after 2.3 s.');
  expect(text).not.toContain('IPv6');
});
