// The daemon in one process: what it watches, what it keeps right, and in which order that begins.

import { EventRecorder } from '@kube-ovn/kube';
import { openNetlink } from '@kube-ovn/netlink';
import { Attempts } from './cni/attempts.ts';
import { cniServer } from './cni/server.ts';
import { openCniSocket } from './cni/socket.ts';
import { assertConfFile } from './conf/conf-file.ts';
import { conflist } from './conf/conflist.ts';
import { openStores } from './kube/stores.ts';
import { Loop } from './loop.ts';
import { NodeAgent } from './node/agent.ts';
import { networkConcernsNode, rowsConcernNode } from './node/concerns.ts';
import { GatewayMonitor } from './node/gateway-monitor.ts';
import type { DaemonOptions } from './options.ts';
import { Ovs } from './ovs/ovs.ts';
import { blocked, notReady } from './readiness.ts';
import { ruleFacts } from './rules/facts.ts';
import { RuleKeeper } from './rules/keeper.ts';
import { renderTable } from './rules/render.ts';
import { waitUntil } from './wait-until.ts';

export interface Daemon {
  /** Why an ADD could not succeed now; undefined when it could. */
  readonly notReady: string | undefined;
  /** Resolves when an ADD can succeed. */
  ready(signal?: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

const NODE_PERIOD_MS = 30_000;
const GATEWAY_PERIOD_MS = 5_000;
const RULES_PERIOD_MS = 10_000;
const CONF_PERIOD_MS = 5_000;

/** Resolves when the CNI socket answers; what is missing on the node then comes by itself. Works in the namespace it is called in. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { nodeName, client, network, log, metrics } = options;
  const netlink = await openNetlink();
  const ovs = new Ovs({
    endpoint: options.ovsEndpoint,
    metrics,
    onState: (state, why) => log.info('Open vSwitch database', { state, why }),
  });
  const stores = openStores(client, nodeName, (kind, error) => log.warn('watch failed', { kind, error }));
  const agent = new NodeAgent({ nodeName, network, client, stores, ovs, netlink, log, metrics });
  const gateway = new GatewayMonitor({
    client,
    netlink,
    nodeName,
    node: () => agent.node,
    join: () => (agent.configured ? agent.join : undefined),
    silent: network.nonPrimary,
    onChange: (reachable, gateways) => {
      log[reachable ? 'info' : 'warn']('join gateway', { reachable, gateways });
      changed();
    },
  });
  const sources = { stores, ovs, agent, gateway };
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
    loops.conf.trigger();
  };
  const onError = (name: string, error: Error) => log.warn(`${name} failed, tried again`, { error });
  const loops = {
    node: new Loop({
      name: 'node',
      periodMs: NODE_PERIOD_MS,
      onError,
      run: async () => {
        await agent.run();
        if (agent.configured && gateway.reachable !== true) loops.gateway.trigger();
        changed();
      },
    }),
    gateway: new Loop({ name: 'gateway', periodMs: GATEWAY_PERIOD_MS, onError, run: (signal) => gateway.run(signal) }),
    rules: new Loop({ name: 'rules', periodMs: RULES_PERIOD_MS, gatherMs: 50, onError, run: () => assertRules() }),
    conf: new Loop({ name: 'cni configuration', periodMs: CONF_PERIOD_MS, onError, run: () => assertConf() }),
  };
  const keeper = options.nft && new RuleKeeper(options.nft);
  const assertRules = async () => {
    if (!keeper || !stores.isSynced) return;
    const { clusterRouter, serviceCidr } = network;
    const facts = ruleFacts({
      nodeName,
      clusterRouter,
      serviceCidr,
      nodes: stores.nodes.values(),
      subnets: stores.subnets.values(),
    });
    if (!(await keeper.assert(renderTable(facts)))) return;
    log.info('host rules written', {});
    metrics.corrected('rules');
  };
  const assertConf = async () => {
    if (!options.cniConf || notReady(sources) !== undefined) return;
    if (await assertConfFile(options.cniConf, await conflist(options.cniConf, options.bindSocket)))
      log.info('CNI configuration written');
  };

  const events = new EventRecorder({
    client,
    component: nodeName,
    host: nodeName,
    onError: (error) => log.warn('event lost', { error }),
  });
  const server = cniServer({
    nodeName,
    network,
    client,
    stores,
    ovs,
    netlink,
    attempts: new Attempts(),
    events,
    log,
    metrics,
    podNetworkMtu: () => agent.mtu,
    blocked: () => blocked(sources),
    notReady: () => notReady(sources),
  });
  const socket = await openCniSocket(server, options.bindSocket, log);

  stores.nodes.onChange(({ before, after }) => {
    if ((after ?? before)?.metadata.name === nodeName) loops.node.trigger();
    loops.rules.trigger();
  });
  stores.subnets.onChange(() => {
    loops.node.trigger();
    loops.rules.trigger();
  });
  ovs.client.replica.onChange((changes) => rowsConcernNode(changes) && loops.node.trigger());
  ovs.onChange(() => blocked(sources) !== undefined && loops.node.trigger());
  const watch = netlink.watch();
  const watching = (async () => {
    for await (const change of watch) if (networkConcernsNode(change)) loops.node.trigger();
  })().catch((error) => log.error('network changes are not seen any more', { error }));
  await watch.ready;
  for (const loop of Object.values(loops)) loop.trigger();

  return {
    get notReady() {
      return notReady(sources);
    },
    ready: async (signal = new AbortController().signal) => {
      const subscribe = (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
      const isReady = () => (notReady(sources) === undefined ? true : undefined);
      await waitUntil(subscribe, isReady, { timeoutMs: 2 ** 31 - 1, signal });
    },
    stop: async () => {
      await socket.close();
      await Promise.all(Object.values(loops).map((loop) => loop.stop()));
      watch.close();
      await watching;
      await Promise.all([stores.stop(), ovs.client.close(), events.flush()]);
      await netlink.close();
    },
  };
}
