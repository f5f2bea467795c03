// Where the parts of the images are.

import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const IMAGES = join(ROOT, 'images');
export const CACHE = join(ROOT, '.cache/images');
/** What depends on the processor, for the Containerfiles to copy: amd64/node, arm64/node, ... */
export const NATIVE = join(ROOT, 'dist/images/native');
