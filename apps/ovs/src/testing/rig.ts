// Nodes as network namespaces on a wire, each with a second NIC for the tunnels, and the central half of OVN beside them.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Netlink, openNetlink } from '@kube-ovn/netlink';
import type { MakeCommand, SupervisorLog } from '@kube-ovn/supervise';
import {
  type Central,
  dataPlaneCommand,
  type Fabric,
  type NetworkNamespace,
  openFabric,
  openNetworkNamespace,
  openRunDirectory,
  type RunDirectory,
  requireDataPlaneRoot,
  runCommand,
  startCentral,
} from '@kube-ovn/testkit';
import { type DataPlane, startDataPlane } from '../node/node.ts';
import type { NodeSettings } from '../settings.ts';

export interface NodeRig {
  readonly name: string;
  readonly tunnelIp: string;
  readonly namespace: NetworkNamespace;
  readonly directory: string;
  settings(changes?: Partial<NodeSettings>): NodeSettings;
  /** One more supervisor, as a new pod on the node is one. */
  start(changes?: Partial<NodeSettings>): Promise<DataPlane>;
  vsctl(...args: string[]): Promise<string>;
  /** Addresses of a device, with prefix. */
  addresses(device: string): Promise<string[]>;
}

export interface Rig {
  readonly central: Central;
  readonly netlink: Netlink;
  readonly run: RunDirectory;
  node(number: number): Promise<NodeRig>;
  close(): Promise<void>;
}

const CENTRAL_IP = '192.0.2.1';

export async function openRig(log: SupervisorLog = { info() {}, warn() {}, error() {} }): Promise<Rig> {
  const run = openRunDirectory();
  const fabric: Fabric = await openFabric([`${CENTRAL_IP}/24`]);
  const central = await startCentral({ tcp: CENTRAL_IP, netns: fabric.namespace.path });
  const netlink = await openNetlink();
  const started: DataPlane[] = [];
  const namespaces: NetworkNamespace[] = [];

  async function node(number: number): Promise<NodeRig> {
    const namespace = await openNetworkNamespace();
    namespaces.push(namespace);
    const name = `node${number}`;
    const tunnelIp = `192.0.2.${10 + number}`;
    await fabric.connect(namespace, { device: 'eth1', addresses: [`${tunnelIp}/24`] });
    await fabric.connect(namespace, { device: 'eth0', addresses: [`198.51.100.${number}/24`] });
    const directory = run.folder(name);
    const inside = (path: string) => {
      mkdirSync(join(directory, path), { recursive: true });
      return join(directory, path);
    };
    const directories = {
      ...{ etc: inside('etc'), run: inside('run'), ovnRun: inside('ovn') },
      schema: join(requireDataPlaneRoot(), 'usr/share/openvswitch'),
    };
    const make = (binary: string, args: readonly string[]) =>
      dataPlaneCommand(binary, args, { directory: directories.run, netns: namespace.path });
    /** Every daemon dies with the test, however that ends. */
    const command: MakeCommand = (binary, args) => {
      const { file, args: words, env } = make(binary, args);
      return { file: 'setpriv', args: ['--pdeathsig', 'KILL', '--', file, ...words], env };
    };
    const settings = (changes: Partial<NodeSettings> = {}): NodeSettings => ({
      nodeName: name,
      nodeIps: [`198.51.100.${number}`],
      datapath: 'userspace',
      tunnelNic: 'eth1',
      encapType: 'geneve',
      southbound: central.sb.tcpEndpoints.join(','),
      southboundProbeMs: 10_000,
      openflowProbeSeconds: 180,
      hardwareOffload: false,
      tls: undefined,
      directories,
      command,
      log,
      logDirectory: inside('log'),
      netns: namespace.path,
      ...changes,
    });
    const vsctl = (...args: string[]) =>
      runCommand(make('ovs-vsctl', [`--db=unix:${directories.run}/db.sock`, '--timeout=20', ...args]));
    return {
      ...{ name, tunnelIp, namespace, directory, settings, vsctl },
      async start(changes) {
        const plane = await startDataPlane(settings(changes), netlink, new AbortController().signal);
        started.push(plane);
        await vsctl('--no-wait', 'set', 'Open_vSwitch', '.', `external_ids:ovn-encap-ip=${tunnelIp}`);
        return plane;
      },
      async addresses(device) {
        const all = await netlink.addresses(namespace.path, device);
        return all.filter(({ scope }) => scope === 'global').map(({ cidr }) => cidr);
      },
    };
  }

  return {
    ...{ central, netlink, run, node },
    async close() {
      for (const plane of started.reverse()) await plane.kill();
      await central.stop();
      for (const namespace of namespaces) await namespace.close();
      await fabric.close();
      await netlink.close();
      run.remove();
    },
  };
}
