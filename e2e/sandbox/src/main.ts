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

const INSIDE = join(import.meta.dirname, 'inside.ts');

async function main(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (!options) return 0;
  requireMachine();
  clearLeftovers();
  return run(options);
}

async function run(options: SandboxOptions): Promise<number> {
  const launcher = identify(process.pid)!;
  const folder = createRunFolder(launcher);
  const forwarder = await forwardSocket(folder.path, API_SOCKET_NAME);
  const interrupted = nextSignal();
  let hasResult = false;
  try {
    const kubeconfigFile = join(folder.path, 'kubeconfig');
    writeFileSync(kubeconfigFile, kubeconfig(`http://127.0.0.1:${forwarder.port}`));
    const sandbox = await startIsolated(INSIDE, setupOf(options, folder.path, kubeconfigFile));
    writeRecord(folder.path, { id: folder.id, launcher, init: sandbox.init });
    const outcome = await Promise.race([sandbox.ended, interrupted]);
    if (outcome === 'interrupted') console.log('\nRemoving the sandbox ...');
    await sandbox.end();
    const result = join(folder.path, RESULT_NAME);
    hasResult = outcome === 'interrupted' || existsSync(result);
    if (options.json && existsSync(result)) copyFileSync(result, resolve(options.json));
    return outcome === 'interrupted' ? 0 : outcome;
  } finally {
    forwarder.close();
    // After a failure the logs are what is left to look at; the next start removes them.
    if (hasResult || !existsSync(join(folder.path, 'log'))) removeRunFolder(folder.path);
    else console.error(`The logs stay until the next start: ${relative(process.cwd(), join(folder.path, 'log'))}`);
  }
}

function setupOf({ once, nodes, stack }: SandboxOptions, runFolder: string, kubeconfigFile: string): InsideSetup {
  const startedAt = performance.timeOrigin;
  return { runFolder, once, nodes, stack, startedAt, kubeconfig: relative(process.cwd(), kubeconfigFile) };
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
