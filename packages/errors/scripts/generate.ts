// Writes the reference of error codes: `node packages/errors/scripts/generate.ts`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorReference } from '../src/error-reference.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/errors.md'), errorReference());
