// `npm start`: makes the namespaces, gives the machine's programs a way to the API, and cleans up whatever happens.

import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { forwardSocket, identify, printError, startIsolated } from '@kube-ovn/testkit/launch';
import { kubeconfig } from './host/kubeconfig.ts';
import { clearLeftovers } from './host/leftovers.ts';
import { requireMachine } from './host/requirements.ts';
import { createRunFolder, removeRunFolder, writeRecord } from './host/run-folders.ts';
import { parseOptions, type SandboxOptions } from './options.ts';
import { API_SOCKET_NAME, RESULT_NAME } from './programs/paths.ts';
import type { InsideSetup } from './setup.ts';

async function main(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (!options) return 0;
  requireMachine();
  clearLeftovers();
  return run(options);
}

async function run({ once, nodes, stack, json }: SandboxOptions): Promise<number> {
  const launcher = identify(process.pid)!;
  const folder = createRunFolder(launcher);
  const kubeconfigFile = join(folder.path, 'kubeconfig');
  const forwarder = await forwardSocket(folder.path, API_SOCKET_NAME);
  writeFileSync(kubeconfigFile, kubeconfig(`http://127.0.0.1:${forwarder.port}`));
  const setup: InsideSetup = {
    runFolder: folder.path,
    once,
    nodes,
    stack,
    startedAt: performance.timeOrigin,
    kubeconfig: relative(process.cwd(), kubeconfigFile),
  };
  const sandbox = await startIsolated(join(import.meta.dirname, 'inside.ts'), setup);
  writeRecord(folder.path, { id: folder.id, launcher, init: sandbox.init });
  const interrupted = nextSignal();
  const outcome = await Promise.race([sandbox.ended, interrupted]);
  if (outcome === 'interrupted') console.log('\nRemoving the sandbox ...');
  await sandbox.end();
  forwarder.close();
  const result = join(folder.path, RESULT_NAME);
  if (json && existsSync(result)) copyFileSync(result, resolve(json));
  // After a failure the logs are what is left to look at; the next start removes them.
  const failedEarly = outcome !== 'interrupted' && outcome !== 0 && !existsSync(result);
  if (failedEarly) console.error(`The logs stay until the next start: ${relative(process.cwd(), folder.path)}`);
  else removeRunFolder(folder.path);
  if (outcome === 'interrupted') console.log('Nothing is left.');
  return outcome === 'interrupted' ? 0 : outcome;
}

function nextSignal(): Promise<'interrupted'> {
  const { promise, resolve: settle } = Promise.withResolvers<'interrupted'>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => settle('interrupted'));
  return promise;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
