// node e2e/chart/src/rbac/record.ts: runs the programs and writes what they ask of the API to recorded/requests.json.

import { writeFile } from 'node:fs/promises';
import { jsonText } from '../json-text.ts';
import { RECORDED } from './recorded-file.ts';
import { recordedRun } from './recorded-run.ts';

const recorded = await recordedRun();
await writeFile(RECORDED, jsonText(recorded));
process.stdout.write(jsonText(recorded));
process.exit(0);
