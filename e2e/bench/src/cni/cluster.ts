// The cluster of the bench: API in memory, OVN central and the controller in the outer namespace, one node with Open vSwitch,
// ovn-controller and the daemon.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crdManifests } from '@kube-ovn/crds';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@kube-ovn/daemon/node-flags';
import { type Netlink, openNetlink } from '@kube-ovn/netlink';
import {
  type ApiServer,
  type Chassis,
  dataPlaneCommand,
  type RunDirectory,
  startApiServer,
  startCentral,
  startChassis,
  waitFor,
} from '@kube-ovn/testkit';
import * as plan from './address-plan.ts';
import { Program } from './program.ts';
import { wireNode } from './wires.ts';

export interface BenchCluster {
  readonly api: ApiServer;
  readonly chassis: Chassis;
  readonly daemon: Program;
  readonly netlink: Netlink;
  /** The node's namespace. */
  readonly node: string;
  /** The CNI configuration that the daemon installed. */
  readonly conflist: CniConflist;
}

export interface CniConflist {
  readonly name: string;
  readonly cniVersion: string;
  readonly plugins: readonly { readonly type: string; readonly [key: string]: unknown }[];
}

export async function startCluster(folder: string): Promise<BenchCluster> {
  const runDirectory = runDirectoryIn(folder);
  const netlink = await openNetlink();
  const node = await wireNode(netlink);
  const api = await startApiServer({ host: plan.CONTROL_PLANE_IP, port: plan.API_PORT, crds: crdManifests() });
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, api.kubeconfig());
  api.objects.create(nodeObject());
  const central = await startCentral({ tcp: plan.CONTROL_PLANE_IP, runDirectory });
  const controller = new Program({
    app: 'controller',
    flags: [
      `--kubeconfig=${kubeconfig}`,
      `--ovn-nb-addr=${central.nb.tcpEndpoints.join(',')}`,
      `--default-cidr=${plan.POD_CIDR}`,
      `--node-switch-cidr=${plan.JOIN_CIDR}`,
      `--service-cluster-ip-range=${plan.SERVICE_CIDR}`,
    ],
    env: { POD_NAME: 'bench', POD_NAMESPACE: 'kube-system' },
    log: join(folder, 'controller.log'),
  });
  const chassis = await startChassis({
    name: plan.NODE,
    netns: node,
    sbRemote: central.sb.tcpEndpoints[0]!,
    encapIp: plan.TUNNEL_IP,
    tunnelDevice: 'eth1',
    runDirectory,
  });
  const confDirectory = join(folder, 'net.d');
  const daemon = startDaemon({ folder, kubeconfig, node, chassis, confDirectory });
  const hopeless = () => controller.hopeless() ?? daemon.hopeless();
  const file = await waitFor('the CNI configuration', async () => firstFile(confDirectory), { hopeless });
  const conflist = JSON.parse(readFileSync(join(confDirectory, file), 'utf8')) as CniConflist;
  return { api, chassis, daemon, netlink, node, conflist };
}

interface DaemonPlace {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly node: string;
  readonly chassis: Chassis;
  readonly confDirectory: string;
}

function startDaemon({ folder, kubeconfig, node, chassis, confDirectory }: DaemonPlace): Program {
  const nft = dataPlaneCommand('nft', []);
  // For profiles: BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=...'.
  const more = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
  return new Program({
    app: 'daemon',
    netns: node,
    nodeFlags: [...NODE_FLAGS, ...more],
    flags: [
      `--kubeconfig=${kubeconfig}`,
      `--ovs-socket=${chassis.endpoint}`,
      `--bind-socket=${join(folder, 'daemon.sock')}`,
      `--cni-conf-dir=${confDirectory}`,
      `--ovn-run-dir=${chassis.directory}`,
      `--nft-command=${[nft.file, ...nft.args].join(' ')}`,
      `--service-cluster-ip-range=${plan.SERVICE_CIDR}`,
      ...(process.env.BENCH_DAEMON_FLAGS ?? '').split(' ').filter(Boolean),
    ],
    env: {
      ...NODE_ENVIRONMENT,
      NODE_NAME: plan.NODE,
      POD_NAMESPACE: 'kube-system',
      POD_IP: plan.NODE_IP,
      POD_IPS: plan.NODE_IP,
    },
    log: join(folder, 'daemon.log'),
  });
}

function nodeObject(): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: plan.NODE, labels: { 'ovn.kubernetes.io/ovs_dp_type': 'userspace' } },
    status: {
      addresses: [{ type: 'InternalIP', address: plan.NODE_IP }],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

/** The launcher removes the folder. */
function runDirectoryIn(path: string): RunDirectory {
  return {
    path,
    remove: () => {},
    folder: (name) => {
      const folder = join(path, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
  };
}

async function firstFile(folder: string): Promise<string | undefined> {
  try {
    return readdirSync(folder).find((name) => name.endsWith('.conflist'));
  } catch {
    return undefined;
  }
}
