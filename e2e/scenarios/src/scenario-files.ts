// All scenarios of this folder, read; a file that cannot be read fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario, type Scenario } from '@kube-ovn/testkit/scenario';

const FOLDER = join(import.meta.dirname, '../scenarios');

/** ONLY=part,part runs those whose name contains a part. */
export function readScenarios(): readonly Scenario[] {
  const parts = (process.env.ONLY ?? '').split(',');
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.scenario') && parts.some((part) => name.includes(part)))
    .sort()
    .map((name) => parseScenario(readFileSync(join(FOLDER, name), 'utf8'), `e2e/scenarios/scenarios/${name}`));
}
