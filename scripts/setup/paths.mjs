// Where things of the repository are.

import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const CACHE = join(ROOT, '.cache');
export const BIN = join(ROOT, 'node_modules/.bin');
