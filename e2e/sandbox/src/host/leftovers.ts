// Clears away what a killed sandbox left: its folder, and its processes should the kernel not have ended them already.

import { isAlive } from '@kube-ovn/testkit/launch';
import { leftovers, removeRunFolder } from './run-folders.ts';

export function clearLeftovers(): void {
  for (const { id, path, record } of leftovers()) {
    if (record?.init && isAlive(record.init)) process.kill(record.init.pid, 'SIGKILL');
    removeRunFolder(path);
    console.log(`Removed what the sandbox ${id} left, which failed or was killed.`);
  }
}
