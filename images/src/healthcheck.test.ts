import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HealthFaults, keepHealthFile } from '@kube-ovn/supervise';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../kube-ovn-dataplane/healthcheck');
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'health-'));
  path = join(folder, 'health');
});
afterEach(() => rmSync(folder, { recursive: true }));

function ask(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], {
    env: { KUBE_OVN_HEALTH_FILE: path },
    encoding: 'utf8',
  });
  return { status, says: stdout.trim() + stderr };
}

test.each<[string, HealthFaults, string[], { status: number; says: string }]>([
  ['well', { live: undefined, ready: undefined }, [], { status: 0, says: 'ok' }],
  ['not ready', { live: undefined, ready: 'it "waits"\nfor $A' }, [], { status: 1, says: 'it "waits" for $A' }],
  ['not ready, but live', { live: undefined, ready: 'waits' }, ['live'], { status: 0, says: 'ok' }],
  ['dead', { live: 'hangs', ready: undefined }, ['live'], { status: 1, says: 'hangs' }],
  ['what is dead is not ready', { live: 'hangs', ready: undefined }, [], { status: 1, says: 'hangs' }],
])('%s', (_, faults, args, expected) => {
  keepHealthFile(path, () => faults).close();
  expect(ask(...args)).toEqual(expected);
});

test('a supervisor that has not spoken yet', () => {
  expect(ask('live')).toEqual({ status: 1, says: 'the supervisor has not spoken yet' });
});

test('a supervisor that is stuck', () => {
  writeFileSync(path, '0\n\n\n');
  expect(ask('live')).toEqual({ status: 1, says: 'the supervisor has been silent for a minute' });
});
