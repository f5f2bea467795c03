// An in-memory Kubernetes API server on real sockets, for tests and benches.
import type { Socket } from 'node:net';
import { Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { runCrdLifecycle } from './controllers/crd-lifecycle.ts';
import { runGarbageCollector } from './controllers/garbage-collector.ts';
import { runNamespaceLifecycle } from './controllers/namespace-lifecycle.ts';
import { Faults } from './faults.ts';
import { httpHandler } from './http/handler.ts';
import { type Listener, listen, type TcpAddress } from './http/listeners.ts';
import { type LoggedRequest, RequestLog, type WriteCounters } from './http/request-log.ts';
import { serverRoute } from './http/server-route.ts';
import { kubeconfigFor } from './kubeconfig.ts';
import { Objects } from './objects.ts';
import { Lists } from './read/list.ts';
import { BUILTIN_RESOURCES } from './resources/builtin-resources.ts';
import type { ResourceDefinition } from './resources/resource-definition.ts';
import { ServiceAddresses, type ServiceCidrs } from './resources/service-addresses.ts';
import { type Commit, Storage } from './store/storage.ts';
import { NameSuffixes } from './write/generated-name.ts';

export interface ApiServerOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  readonly host?: string;
  /** More TCP addresses to listen on. */
  readonly listen?: readonly TcpAddress[];
  readonly unixSocket?: string;
  /** CustomResourceDefinitions to create at the start. */
  readonly crds?: readonly object[];
  readonly resources?: readonly ResourceDefinition[];
  /** Changes per resource from which a watch can resume. */
  readonly historyLimit?: number;
  readonly serviceCidrs?: ServiceCidrs;
}

export interface ApiServer {
  readonly url: string;
  readonly port: number;
  /** The addresses of all TCP listeners, as URLs. */
  readonly urls: readonly string[];
  kubeconfig(): string;
  readonly objects: Objects;
  /** Called after each change, in the order of the revisions, whoever made it. */
  onWrite(listener: (commit: Commit) => void): () => void;
  readonly writes: WriteCounters;
  readonly requests: readonly LoggedRequest[];
  readonly faults: Faults;
  /** The resourceVersion of the newest change. */
  readonly revision: number;
  close(): Promise<void>;
}

const HISTORY_LIMIT = 10_000;
const FIRST_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const clock = new Clock();
  const storage = new Storage(options.historyLimit ?? HISTORY_LIMIT);
  const lists = new Lists(storage);
  const faults = new Faults(clock, () => {
    storage.expireHistory();
    lists.forgetSnapshots();
  });
  const log = new RequestLog();
  const serviceAddresses = new ServiceAddresses(options.serviceCidrs ?? { v4: '10.96.0.0/12' });
  const cluster: Cluster = { storage, clock, suffixes: new NameSuffixes(), serviceAddresses };
  for (const definition of [...BUILTIN_RESOURCES, ...(options.resources ?? [])]) storage.install(definition);
  runCrdLifecycle(cluster);
  runGarbageCollector(cluster);
  runNamespaceLifecycle(cluster);
  furnish(new Objects(cluster, new RequestLog(), 'testkit-start'), options.crds ?? []);

  const handler = httpHandler((exchange) => serverRoute({ cluster, lists, faults }, exchange), log, faults);
  const listeners = await openListeners(options, handler, (socket) => faults.acceptConnection(socket));
  const urls = listeners.flatMap(({ address }) => ('path' in address ? [] : [urlOf(address)]));
  const url = urls[0] ?? '';
  return {
    url,
    urls,
    port: Number(new URL(url).port),
    kubeconfig: () => kubeconfigFor(url),
    objects: new Objects(cluster, log),
    onWrite: (listener) => storage.onCommit(listener),
    writes: log.writes,
    requests: log.requests,
    faults,
    get revision() {
      return storage.revision;
    },
    async close() {
      clock.stop();
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

function openListeners(
  options: ApiServerOptions,
  handler: ReturnType<typeof httpHandler>,
  onConnection: (socket: Socket) => void,
): Promise<Listener[]> {
  const first = { host: options.host ?? '127.0.0.1', port: options.port ?? 0 };
  const unix = options.unixSocket === undefined ? [] : [{ path: options.unixSocket }];
  const addresses = [first, ...(options.listen ?? []), ...unix];
  return Promise.all(addresses.map((address) => listen(address, handler, onConnection)));
}

function furnish(objects: Objects, crds: readonly object[]): void {
  for (const name of FIRST_NAMESPACES) objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  for (const crd of crds) objects.create(crd);
}

function urlOf({ host, port }: TcpAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
