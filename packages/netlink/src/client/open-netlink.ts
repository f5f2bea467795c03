// Starts the worker and dresses it as a Netlink.
import type { Netlink } from '../netlink.ts';
import type { OperationArguments, OperationName, OperationResult } from '../worker/operation-table.ts';
import type { TaskArguments, TaskName, TaskResult } from '../worker/task-table.ts';
import { startConflictProbe } from './conflict-probe.ts';
import { watch } from './watch.ts';
import { WorkerClient } from './worker-client.ts';

export interface OpenOptions {
  /** The worker's file, if it is not where the README says the bundle has it. */
  readonly workerFile?: URL;
}

export async function openNetlink({ workerFile = defaultWorkerFile() }: OpenOptions = {}): Promise<Netlink> {
  return netlinkOf(await WorkerClient.start(workerFile));
}

/** From source this file stands beside the worker's; in a bundle the worker is a second file beside the bundle. */
function defaultWorkerFile(): URL {
  const inSource = import.meta.url.endsWith('.ts');
  return new URL(inSource ? '../worker/main.ts' : './netlink-worker.mjs', import.meta.url);
}

export function netlinkOf(client: WorkerClient): Netlink {
  const operation =
    <K extends OperationName>(name: K) =>
    (...args: OperationArguments<K>) =>
      client.call(name, args) as Promise<OperationResult<K>>;

  const cancellable = <K extends TaskName>(name: K, args: TaskArguments<K>, signal?: AbortSignal) =>
    client.call(name, args, { signal }) as Promise<TaskResult<K>>;
  const task =
    <K extends TaskName>(name: K) =>
    (...args: TaskArguments<K>) =>
      cancellable(name, args);

  return {
    close: () => client.close(),
    failed: client.failed,
    links: operation('links'),
    link: operation('link'),
    createVeth: operation('createVeth'),
    createVlan: operation('createVlan'),
    createLink: operation('createLink'),
    deleteLink: task('deleteLink'),
    setLink: operation('setLink'),
    addAltName: operation('addAltName'),
    deleteAltName: operation('deleteAltName'),
    addresses: operation('addresses'),
    addAddress: operation('addAddress'),
    deleteAddress: operation('deleteAddress'),
    routes: operation('routes'),
    addRoute: operation('addRoute'),
    replaceRoute: operation('replaceRoute'),
    deleteRoute: operation('deleteRoute'),
    rules: operation('rules'),
    addRule: operation('addRule'),
    deleteRule: operation('deleteRule'),
    neighbours: operation('neighbours'),
    replaceNeighbour: operation('replaceNeighbour'),
    deleteNeighbour: operation('deleteNeighbour'),
    configurePod: operation('configurePod'),
    resolveNeighbour: (link, source, target, { signal, ...options }) =>
      cancellable('resolveNeighbour', [link, source, target, options], signal),
    startConflictProbe: (...args) => startConflictProbe(client, ...args),
    announce: task('announce'),
    ping: (target, { signal, ...options }) => cancellable('ping', [target, options], signal),
    watch: (...args) => watch(client, ...args),
    sysctl: operation('sysctl'),
    netns: {
      createNamed: operation('createNamedNetns'),
      deleteNamed: operation('deleteNamedNetns'),
      exists: operation('namedNetnsExists'),
      list: operation('listNamedNetns'),
    },
  };
}
