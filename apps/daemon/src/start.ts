// The daemon in one process: what it watches, what it keeps right, and in which order that begins.

import { EventRecorder } from '@kube-ovn/kube';
import { openNetlink } from '@kube-ovn/netlink';
import { Attempts } from './cni/attempts.ts';
import type { CniContext } from './cni/context.ts';
import { cniServer } from './cni/server.ts';
import { openCniSocket } from './cni/socket.ts';
import { assertConfFile } from './conf/conf-file.ts';
import { conflist } from './conf/conflist.ts';
import { openStores } from './kube/stores.ts';
import { Loop } from './loop.ts';
import { NodeAgent } from './node/agent.ts';
import { GatewayMonitor } from './node/gateway-monitor.ts';
import { PortKeeper } from './node/port-keeper.ts';
import type { DaemonOptions } from './options.ts';
import { ovnControllerStatus } from './ovs/ovn-controller.ts';
import { Ovs } from './ovs/ovs.ts';
import { blocked, notReady } from './readiness.ts';
import { HostRules } from './rules/host-rules.ts';
import { subscribe } from './subscriptions.ts';
import { waitUntil } from './wait-until.ts';

export interface Daemon {
  /** Why an ADD could not succeed now; undefined when it could. */
  readonly notReady: string | undefined;
  /** Resolves when an ADD can succeed. */
  ready(signal?: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/** Longest times without a look; changes that are told lead to one at once. */
const PERIOD_MS = { node: 30_000, gateway: 5_000, controller: 5_000, rules: 10_000, conf: 5_000, ports: 60_000 };

/** Resolves when the CNI socket answers; what is missing on the node then comes by itself. Works in the namespace it is called in. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { nodeName, client, network, log, metrics } = options;
  const netlink = await openNetlink();
  const onState = (state: string, why?: string) => log.info('Open vSwitch database', { state, why });
  const ovs = new Ovs({ endpoint: options.ovsEndpoint, metrics, onState });
  const stores = openStores(client, nodeName, (kind, error) => log.warn('watch failed', { kind, error }));
  const agent = new NodeAgent({ nodeName, network, client, stores, ovs, netlink, log, metrics });
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
    loops.conf.trigger();
  };
  const gateway = new GatewayMonitor({
    client,
    netlink,
    nodeName,
    node: () => agent.node,
    join: () => (agent.configured && agent.bound ? agent.join : undefined),
    silent: network.nonPrimary,
    onChange: (reachable, gateways) => {
      log[reachable ? 'info' : 'warn']('join gateway', { reachable, gateways });
      changed();
    },
  });
  const rules = options.nft && new HostRules(options.nft, { nodeName, network, stores });
  let controllerStatus: string | undefined;
  const sources = { stores, ovs, agent, gateway, controllerStatus: () => controllerStatus, rules };
  const context: CniContext = {
    ...{ nodeName, network, client, stores, ovs, netlink, log, metrics },
    attempts: new Attempts(),
    events: new EventRecorder({
      ...{ client, component: nodeName, host: nodeName },
      onError: (error) => log.warn('event lost', { error }),
    }),
    node: () => agent.node,
    podNetworkMtu: () => agent.mtu,
    blocked: () => blocked(sources),
    notReady: () => notReady(sources),
  };
  const ports = new PortKeeper(context);

  async function assertNode(): Promise<void> {
    await agent.run();
    if (agent.configured && gateway.reachable !== true) loops.gateway.trigger();
    changed();
  }

  async function askController(): Promise<void> {
    if (options.ovnRunDirectory === undefined) return;
    const status = await ovnControllerStatus(options.ovnRunDirectory);
    if (status === controllerStatus) return;
    controllerStatus = status;
    changed();
  }

  async function assertRules(): Promise<void> {
    const wasReady = rules?.inPlace;
    const written = await rules?.assert();
    if (!wasReady && rules?.inPlace) changed();
    if (!written) return;
    log.info('host rules written', {});
    metrics.corrected('rules');
  }

  async function assertConf(): Promise<void> {
    const { cniConf, bindSocket } = options;
    if (!cniConf || notReady(sources) !== undefined) return;
    if (await assertConfFile(cniConf, await conflist(cniConf, bindSocket))) log.info('CNI configuration written');
  }

  async function keepPorts(): Promise<void> {
    await ports.repair();
    await ports.collect();
  }

  const periods = { ...PERIOD_MS, ports: options.portCheckMs ?? PERIOD_MS.ports };
  const loop = (name: keyof typeof PERIOD_MS, run: (signal: AbortSignal) => Promise<void>, gatherMs = 10) =>
    new Loop({
      ...{ name, run, gatherMs, periodMs: periods[name] },
      onError: (which, error) => log.warn(`${which} failed, tried again`, { error }),
    });
  const loops = {
    node: loop('node', assertNode),
    gateway: loop('gateway', (signal) => gateway.run(signal)),
    controller: loop('controller', askController),
    rules: loop('rules', assertRules, 50),
    conf: loop('conf', assertConf),
    ports: loop('ports', keepPorts, 100),
  };

  const socket = await openCniSocket(cniServer(context), options.bindSocket, log);
  const subscription = subscribe({ context, loops, rules, isBlocked: () => blocked(sources) !== undefined });
  await subscription.ready;
  for (const each of Object.values(loops)) each.trigger();

  return {
    get notReady() {
      return notReady(sources);
    },
    ready: async (signal = new AbortController().signal) => {
      const listen = (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
      const isReady = () => (notReady(sources) === undefined ? true : undefined);
      await waitUntil(listen, isReady, { timeoutMs: 2 ** 31 - 1, signal });
    },
    stop: async () => {
      await socket.close();
      await Promise.all([subscription.close(), ...Object.values(loops).map((each) => each.stop())]);
      await Promise.all([stores.stop(), ovs.client.close(), context.events.flush()]);
      await netlink.close();
    },
  };
}
