import { readFile } from 'node:fs/promises';
import { skipReason } from '@kube-ovn/testkit';
import { describe, expect, test } from 'vitest';
import { noHelm, render } from '../testing/render.ts';
import { grantedTo } from './granted.ts';
import { RARE_CALLS } from './rare-calls.ts';
import { RECORDED } from './recorded-file.ts';
import { type Recorded, recordedRun } from './recorded-run.ts';

const ACCOUNTS = ['ovn', 'ovn-ovs', 'kube-ovn-cni', 'kube-ovn-uninstall'];

describe.skipIf(noHelm)(`roles${noHelm ? ` (${noHelm})` : ''}`, () => {
  test.each(ACCOUNTS)('%s may do what the programs ask for, and nothing else', async (account) => {
    const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Recorded;
    const granted = grantedTo(account, await render({}));
    const asked = new Set(recorded[account] ?? []);
    const rare = new Set(Object.keys(RARE_CALLS[account] ?? {}));
    expect(
      [...asked].filter((one) => !granted.has(one)),
      'missing',
    ).toEqual([]);
    expect(
      [...granted].filter((one) => !asked.has(one) && !rare.has(one)),
      'unused',
    ).toEqual([]);
    expect(
      [...rare].filter((one) => asked.has(one) || !granted.has(one)),
      'rare no more',
    ).toEqual([]);
  });

  test('Secrets are never granted cluster-wide, nor anything by a star', async () => {
    const roles = (await render({})).filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role');
    for (const { kind, rules } of roles) {
      const text = JSON.stringify(rules);
      expect(text).not.toContain('"*"');
      if (kind === 'ClusterRole') expect(text).not.toContain('secrets');
    }
  });
});

const reason = noHelm ?? skipReason('chassis');
describe.skipIf(reason)(`a recorded run${reason ? ` (${reason})` : ''}`, () => {
  test('the programs ask for nothing that the roles do not grant', async () => {
    const objects = await render({});
    for (const [account, asked] of Object.entries(await recordedRun())) {
      const granted = grantedTo(account, objects);
      expect(
        asked.filter((one) => !granted.has(one)),
        account,
      ).toEqual([]);
    }
  });
});
