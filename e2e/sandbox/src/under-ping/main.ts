// Controller and daemons are killed and started again while pods ping each other every millisecond: nothing is lost, nothing
// is written. `node main.ts disturbances` breaks the data plane instead and tells what that costs.

import { join, relative } from 'node:path';
import { identify, printError, startIsolated } from '@kube-ovn/testkit/launch';
import { clearLeftovers } from '../host/leftovers.ts';
import { requireMachine } from '../host/requirements.ts';
import { createRunFolder, removeRunFolder, writeRecord } from '../host/run-folders.ts';
import type { UnderPingSetup } from './setup.ts';

async function main(what: UnderPingSetup['what']): Promise<number> {
  requireMachine();
  clearLeftovers();
  const launcher = identify(process.pid)!;
  const folder = createRunFolder(launcher);
  const setup: UnderPingSetup = { runFolder: folder.path, what };
  const isolated = await startIsolated(join(import.meta.dirname, 'inside.ts'), setup);
  writeRecord(folder.path, { id: folder.id, launcher, init: isolated.init });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void isolated.end());
  const code = await isolated.ended;
  await isolated.end();
  if (code === 0) removeRunFolder(folder.path);
  else console.error(`The logs stay until the next start: ${relative(process.cwd(), folder.path)}`);
  return code;
}

try {
  process.exitCode = await main(process.argv[2] === 'disturbances' ? 'disturbances' : 'restarts');
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
