// All scenarios of this folder, read; a file that cannot be read fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario, type Scenario } from '@kube-ovn/testkit/scenario';

const FOLDER = join(import.meta.dirname, '../scenarios');

/** ONLY=part runs those whose name contains the part. */
export function readScenarios(): readonly Scenario[] {
  const part = process.env.ONLY ?? '';
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.scenario') && name.includes(part))
    .sort()
    .map((name) => parseScenario(readFileSync(join(FOLDER, name), 'utf8'), `e2e/scenarios/scenarios/${name}`));
}
