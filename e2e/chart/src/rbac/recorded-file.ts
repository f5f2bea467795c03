// Where the last recorded run is kept: comparing with it needs neither root nor OVN.

import { fileURLToPath } from 'node:url';

export const RECORDED = fileURLToPath(new URL('../../recorded/requests.json', import.meta.url));
