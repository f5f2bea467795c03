// The roles of the running release against what its programs have called, as the audit log of the API server has it.

import { readFile } from 'node:fs/promises';
import type { KubeObject } from '@kube-ovn/kube';
import { parseAllDocuments } from 'yaml';
import { callsOf } from '../rbac/audit.ts';
import { compare } from '../rbac/compare.ts';
import { RARE_CALLS } from '../rbac/rare-calls.ts';
import { RECORDED } from '../rbac/recorded-file.ts';
import type { Recorded } from '../rbac/recorded-run.ts';
import { check } from './run-cases.ts';
import type { Tools } from './tools.ts';

export async function permissionsAreUsed(tools: Tools, auditLog: string): Promise<void> {
  const calls = callsOf(await readFile(auditLog, 'utf8'), tools.namespace);
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Recorded;
  const rendered = [
    await tools.runHelm('get', 'manifest', tools.release),
    await tools.runHelm('get', 'hooks', tools.release),
  ].flatMap((text) => parseAllDocuments(text).map((document) => document.toJSON() as KubeObject | null));
  const objects = rendered.filter((object) => object !== null);
  const complaints = Object.keys(RARE_CALLS).flatMap((account) => {
    const known = new Set([...(recorded[account] ?? []), ...Object.keys(RARE_CALLS[account] ?? {})]);
    const { missing, unused } = compare(account, objects, calls, known);
    return [
      ...missing.map((one) => `${account} is refused: ${one}`),
      ...unused.map((one) => `${account} never does: ${one}`),
    ];
  });
  check(calls.length > 0, `no call of the release is in ${auditLog}`);
  check(complaints.length === 0, complaints.join('\n'));
}
