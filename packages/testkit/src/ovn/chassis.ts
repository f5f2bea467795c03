// One OVN node: its own Open_vSwitch database, a userspace ovs-vswitchd and ovn-controller, inside a network namespace.

import { Daemon } from './daemon.ts';
import { dataPlaneCommand } from './data-plane-command.ts';
import { type Ovsdb, startOvsdb } from './ovsdb.ts';
import { runCommand } from './run-command.ts';
import { openRunDirectory, type RunDirectory } from './run-directory.ts';
import { moveTunnelDevice } from './tunnel-bridge.ts';

export interface ChassisOptions {
  readonly name: string;
  /** Path of the namespace; the own one when absent. */
  readonly netns?: string;
  /** Chassis name in the Southbound database; default: the name. */
  readonly systemId?: string;
  readonly hostname?: string;
  readonly sbRemote: string;
  readonly encapIp: string;
  readonly encapType?: 'geneve' | 'vxlan';
  /** NIC that carries the tunnels: goes, with its addresses, into the bridge br-phy. */
  readonly tunnelDevice?: string;
  /** More external_ids of the Open_vSwitch row, for example ovn-bridge-mappings. */
  readonly externalIds?: Readonly<Record<string, string>>;
  readonly runDirectory?: RunDirectory;
}

export interface Chassis {
  readonly name: string;
  readonly systemId: string;
  readonly netns: string | undefined;
  readonly directory: string;
  /** Endpoint of the node's Open_vSwitch database. */
  readonly endpoint: string;
  readonly database: Ovsdb;
  readonly vswitchd: Daemon;
  readonly controller: Daemon;
  vsctl(...args: string[]): Promise<string>;
  ofctl(...args: string[]): Promise<string>;
  /** ovs-appctl of ovs-vswitchd. */
  appctl(command: string, ...args: string[]): Promise<string>;
  killVswitchd(): Promise<void>;
  restartVswitchd(): Promise<void>;
  killController(): Promise<void>;
  restartController(): Promise<void>;
  /** ovn-controller takes its chassis out of the Southbound database; then the switch goes. */
  stop(): Promise<void>;
  /** Everything at once, as a power cut does it. The database file survives. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export async function startChassis(options: ChassisOptions): Promise<Chassis> {
  const run = options.runDirectory ?? openRunDirectory();
  const { name, netns, systemId = name } = options;
  const directory = run.folder(name);
  const database = await startOvsdb({ schema: 'Open_vSwitch', name, netns, runDirectory: run });
  const vswitchd = vswitchdOf(directory, netns, database.endpoint);
  const controller = controllerOf(directory, netns, database.endpoint);
  const stop = async () => {
    for (const daemon of [controller, vswitchd]) await daemon.stop();
    await database.stop();
    if (!options.runDirectory) run.remove();
  };
  const start = async () => {
    await vswitchd.start();
    await controller.start();
  };
  const tool = (binary: string, args: readonly string[]) =>
    runCommand(dataPlaneCommand(binary, args, { directory, netns }));
  const vsctl = (...args: string[]) => tool('ovs-vsctl', [`--db=${database.endpoint}`, '--timeout=30', ...args]);
  try {
    await vsctl('--no-wait', 'init', '--', 'set', 'Open_vSwitch', '.', ...externalIds(options, systemId));
    await vswitchd.start();
    if (options.tunnelDevice) await moveTunnelDevice(vsctl, options.tunnelDevice, netns);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    systemId,
    netns,
    directory,
    endpoint: database.endpoint,
    database,
    vswitchd,
    controller,
    vsctl,
    ofctl: (...args) => tool('ovs-ofctl', args),
    appctl: (command, ...args) => vswitchd.appctl(command, ...args),
    killVswitchd: () => vswitchd.kill(),
    restartVswitchd: () => vswitchd.restart(),
    killController: () => controller.kill(),
    restartController: () => controller.restart(),
    stop,
    kill: async () => void (await Promise.all([controller.kill(), vswitchd.kill(), database.kill()])),
    restart: async () => {
      await database.restart();
      await Promise.all([vswitchd.stop(), controller.stop()]);
      await start();
    },
  };
}

function vswitchdOf(directory: string, netns: string | undefined, endpoint: string): Daemon {
  // The machine's own kernel datapath is not the harness's to touch. Memory stays unlocked, which is the daemon's default.
  const args = [endpoint, '--disable-system'];
  return new Daemon({ name: 'vswitchd', binary: 'ovs-vswitchd', args, directory, netns });
}

function controllerOf(directory: string, netns: string | undefined, endpoint: string): Daemon {
  const ready = async (daemon: Daemon) => (await daemon.appctl('connection-status')) === 'connected';
  return new Daemon({ name: 'controller', binary: 'ovn-controller', args: [endpoint], directory, netns, ready });
}

function externalIds(options: ChassisOptions, systemId: string): string[] {
  const ids = {
    'system-id': systemId,
    hostname: options.hostname ?? options.name,
    'ovn-remote': options.sbRemote,
    'ovn-encap-type': options.encapType ?? 'geneve',
    'ovn-encap-ip': options.encapIp,
    'ovn-bridge-datapath-type': 'netdev',
    ...options.externalIds,
  };
  return Object.entries(ids).map(([key, value]) => `external_ids:${key}=${JSON.stringify(value)}`);
}
