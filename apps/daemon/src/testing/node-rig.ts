// One node with real OVN around a real daemon process, for tests: databases, northd, a chassis in a network namespace, an API
// server in memory, and the rows that the controller would write.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { crdManifests } from '@kube-ovn/crds';
import {
  type ApiServer,
  type Central,
  type Chassis,
  dataPlaneCommand,
  type Fabric,
  type NetworkNamespace,
  openFabric,
  openNetworkNamespace,
  openRunDirectory,
  type RunDirectory,
  startApiServer,
  startCentral,
  startChassis,
  waitFor,
} from '@kube-ovn/testkit';
import { podAnnotations } from './annotations.ts';

export const NODE = 'node1';
/** KUBE_OVN_DAEMON: a bundle to test instead of the sources. */
const PROGRAM = process.env.KUBE_OVN_DAEMON ?? join(import.meta.dirname, '../main.ts');
const FLAGS = (process.env.KUBE_OVN_DAEMON_FLAGS ?? '').split(' ').filter(Boolean);
const API_PORT = 18080;
const FABRIC_IP = '192.0.2.1';
const NODE_IP = '192.0.2.10';
const TUNNEL_IP = '198.51.100.10';
const FABRIC_IP6 = 'fd00:192::1';
const NODE_IP6 = 'fd00:192::10';

export const SINGLE = {
  join: { cidr: '100.64.0.0/16', gateway: '100.64.0.1', networks: ['100.64.0.1/16'], node: '100.64.0.2' },
  pods: { cidr: '10.16.0.0/16', gateway: '10.16.0.1', networks: ['10.16.0.1/16'] },
  nodeIps: [NODE_IP],
};

export const DUAL: typeof SINGLE = {
  join: {
    cidr: '100.64.0.0/16,fd00:100:64::/112',
    gateway: '100.64.0.1,fd00:100:64::1',
    networks: ['100.64.0.1/16', 'fd00:100:64::1/112'],
    node: '100.64.0.2,fd00:100:64::2',
  },
  pods: {
    cidr: '10.16.0.0/16,fd00:10:16::/112',
    gateway: '10.16.0.1,fd00:10:16::1',
    networks: ['10.16.0.1/16', 'fd00:10:16::1/112'],
  },
  nodeIps: [NODE_IP, NODE_IP6],
};

export interface Pod {
  readonly name: string;
  readonly ip: string;
  readonly mac: string;
  readonly uid?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly error?: string; readonly code?: string };
}

export class NodeRig {
  readonly run: RunDirectory;
  readonly fabric: Fabric;
  readonly central: Central;
  readonly chassis: Chassis;
  readonly node: NetworkNamespace;
  readonly api: ApiServer;
  readonly socket: string;
  readonly confDirectory: string;
  readonly #relay: ChildProcess;
  readonly #pods: NetworkNamespace[] = [];
  #daemon: ChildProcess | undefined;

  private constructor(parts: {
    run: RunDirectory;
    fabric: Fabric;
    central: Central;
    chassis: Chassis;
    node: NetworkNamespace;
    api: ApiServer;
    relay: ChildProcess;
  }) {
    this.run = parts.run;
    this.fabric = parts.fabric;
    this.central = parts.central;
    this.chassis = parts.chassis;
    this.node = parts.node;
    this.api = parts.api;
    this.#relay = parts.relay;
    this.socket = join(this.run.path, 'daemon.sock');
    this.confDirectory = this.run.folder('net.d');
  }

  static async start(plan = SINGLE): Promise<NodeRig> {
    const run = openRunDirectory();
    const unixSocket = join(run.path, 'api.sock');
    const [fabric, node, api] = await Promise.all([
      openFabric([`${FABRIC_IP}/24`, `${FABRIC_IP6}/64`, '198.51.100.1/24']),
      openNetworkNamespace(),
      startApiServer({ unixSocket, crds: crdManifests() }),
    ]);
    await fabric.connect(node, { device: 'eth0', addresses: [`${NODE_IP}/24`, `${NODE_IP6}/64`] });
    await fabric.connect(node, { device: 'eth1', addresses: [`${TUNNEL_IP}/24`] });
    await node.ip('route', 'add', 'default', 'via', FABRIC_IP);
    const central = await startCentral({ tcp: FABRIC_IP, netns: fabric.namespace.path, runDirectory: run });
    const chassis = await startChassis({
      name: NODE,
      netns: node.path,
      sbRemote: central.sb.tcpEndpoints[0]!,
      encapIp: TUNNEL_IP,
      tunnelDevice: 'eth1',
      runDirectory: run,
    });
    const relay = await startRelay(node.path, unixSocket);
    const rig = new NodeRig({ run, fabric, central, chassis, node, api, relay });
    await rig.#furnish(plan);
    return rig;
  }

  /** The daemon as its own process in the node's namespace. */
  async startDaemon(...flags: string[]): Promise<void> {
    const kubeconfig = join(this.run.path, 'kubeconfig');
    writeFileSync(kubeconfig, this.api.kubeconfig().replace(/http:\/\/[^\s"]+/, `http://127.0.0.1:${API_PORT}`));
    const nft = dataPlaneCommand('nft', []);
    const log = openSync(join(this.run.path, 'daemon.log'), 'a');
    const args = [
      ...[`--net=${this.node.path}`, '--', process.execPath, ...FLAGS, PROGRAM],
      ...[`--kubeconfig=${kubeconfig}`, `--ovs-socket=${this.chassis.endpoint}`, `--bind-socket=${this.socket}`],
      ...[`--cni-conf-dir=${this.confDirectory}`, '--health-host=127.0.0.1', `--ovn-run-dir=${this.chassis.directory}`],
      `--nft-command=${[nft.file, ...nft.args].join(' ')}`,
      ...flags,
    ];
    const env = { ...process.env, NODE_NAME: NODE, POD_IP: NODE_IP, LOG_FORMAT: 'json' };
    this.#daemon = spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'nsenter', ...args], {
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  get daemonPid(): number | undefined {
    return this.#daemon?.pid;
  }

  daemonLog(): string {
    return readFileSync(join(this.run.path, 'daemon.log'), 'utf8');
  }

  async ready(): Promise<void> {
    const hopeless = () => (this.#daemon?.exitCode != null ? `the daemon ended\n${this.daemonLog()}` : undefined);
    await waitFor('a ready daemon', async () => (await this.call('GET', '/api/v1/status')).status === 200, {
      hopeless,
    });
  }

  async killDaemon(): Promise<void> {
    await this.#endDaemon('SIGKILL');
  }

  async stopDaemon(): Promise<void> {
    await this.#endDaemon('SIGTERM');
  }

  /** A pod as the API server has it once the controller is done with it; its switch port too. */
  async createPod({ name, ip, mac, uid }: Pod, { annotated = true } = {}): Promise<string> {
    const created = this.api.objects.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace: 'default',
        annotations: annotated ? podAnnotations(ip, mac) : {},
        ...(uid && { uid }),
      },
      spec: { nodeName: NODE, containers: [{ name: 'c', image: 'i' }] },
    });
    await this.central.nbctl(
      '--may-exist',
      'lsp-add',
      'ovn-default',
      `${name}.default`,
      '--',
      'lsp-set-addresses',
      `${name}.default`,
      `${mac} ${ip.replace(',', ' ')}`,
    );
    return String(created.metadata.uid);
  }

  async openPod(): Promise<NetworkNamespace> {
    const pod = await openNetworkNamespace();
    this.#pods.push(pod);
    return pod;
  }

  call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const text = body && JSON.stringify(body);
    const headers = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {};
    const call = request({ socketPath: this.socket, method, path, headers, signal, agent: false }, (answer) => {
      let content = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        content += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: content === '' ? {} : JSON.parse(content) }),
      );
    });
    call.on('error', reject);
    call.end(text);
    return promise;
  }

  add(pod: string, container: string, netns: string, more: object = {}, signal?: AbortSignal): Promise<Answer> {
    return this.call('POST', '/api/v1/add', requestOf(pod, container, netns, more), signal);
  }

  del(pod: string, container: string, netns = '', more: object = {}): Promise<Answer> {
    return this.call('POST', '/api/v1/del', requestOf(pod, container, netns, more));
  }

  check(pod: string, container: string, netns: string): Promise<Answer> {
    return this.call('POST', '/api/v1/check', requestOf(pod, container, netns, {}));
  }

  annotate(pod: string, annotations: Readonly<Record<string, string>>): void {
    this.api.objects.patch('Pod', pod, 'default', { metadata: { annotations } });
  }

  async close(): Promise<void> {
    await this.#endDaemon('SIGKILL');
    for (const pod of this.#pods) await pod.close();
    this.#relay.kill('SIGKILL');
    await this.chassis.stop();
    await this.central.stop();
    await this.api.close();
    await this.node.close();
    await this.fabric.close();
    this.run.remove();
  }

  async #endDaemon(signal: NodeJS.Signals): Promise<void> {
    const daemon = this.#daemon;
    this.#daemon = undefined;
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const exited = once(daemon, 'exit');
    daemon.kill(signal);
    await exited;
  }

  async #furnish({ join, pods, nodeIps }: typeof SINGLE): Promise<void> {
    const { objects } = this.api;
    const annotations = {
      'ovn.kubernetes.io/ip_address': join.node,
      'ovn.kubernetes.io/mac_address': '00:00:00:00:64:02',
      'ovn.kubernetes.io/cidr': join.cidr,
      'ovn.kubernetes.io/gateway': join.gateway,
      'ovn.kubernetes.io/port_name': `node-${NODE}`,
      'ovn.kubernetes.io/allocated': 'true',
    };
    const labels = { 'ovn.kubernetes.io/ovs_dp_type': 'userspace' };
    objects.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: NODE, annotations, labels } });
    const addresses = nodeIps.map((address) => ({ type: 'InternalIP', address }));
    objects.patch('Node', NODE, undefined, { status: { addresses } }, { subresource: 'status' });
    this.createSubnet('join', join.cidr, { gateway: join.gateway });
    this.createSubnet('ovn-default', pods.cidr, { gateway: pods.gateway, natOutgoing: true });
    const commands = [
      ['lr-add', 'ovn-cluster'],
      ...switchCommands('join', join.networks, '00:00:00:00:64:01'),
      ...switchCommands('ovn-default', pods.networks, '00:00:00:00:16:01'),
      ['lsp-add', 'join', `node-${NODE}`],
      ['lsp-set-addresses', `node-${NODE}`, `00:00:00:00:64:02 ${join.node.replace(',', ' ')}`],
      ...join.node.split(',').map((ip) => ['lr-route-add', 'ovn-cluster', ip.includes(':') ? '::/0' : '0.0.0.0/0', ip]),
    ];
    await this.central.nbctl(...commands.flatMap((command, i) => (i === 0 ? command : ['--', ...command])));
  }

  createSubnet(name: string, cidrBlock: string, spec: object = {}): void {
    const { objects } = this.api;
    objects.create({
      apiVersion: 'kubeovn.io/v1',
      kind: 'Subnet',
      metadata: { name },
      spec: { cidrBlock, vpc: 'ovn-cluster', provider: 'ovn', ...spec },
    });
    const conditions = [{ type: 'Validated', status: 'True', reason: 'x', message: '' }];
    objects.patch('Subnet', name, undefined, { status: { conditions } }, { subresource: 'status' });
  }
}

function requestOf(pod: string, container: string, netns: string, more: object): object {
  return {
    cni_type: 'kube-ovn',
    pod_name: pod,
    pod_namespace: 'default',
    container_id: container,
    net_ns: netns,
    if_name: 'eth0',
    provider: 'ovn',
    ...more,
  };
}

function switchCommands(name: string, networks: readonly string[], mac: string): string[][] {
  return [
    ['ls-add', name],
    ['lrp-add', 'ovn-cluster', `ovn-cluster-${name}`, mac, ...networks],
    ['lsp-add', name, `${name}-ovn-cluster`],
    ['lsp-set-type', `${name}-ovn-cluster`, 'router'],
    ['lsp-set-addresses', `${name}-ovn-cluster`, 'router'],
    ['lsp-set-options', `${name}-ovn-cluster`, `router-port=ovn-cluster-${name}`],
  ];
}

async function startRelay(netns: string, unixSocket: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'relay.ts');
  const args = [
    '--pdeathsig',
    'KILL',
    '--',
    'nsenter',
    `--net=${netns}`,
    '--',
    process.execPath,
    script,
    unixSocket,
    String(API_PORT),
  ];
  const relay = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(relay.stdout, 'data');
  return relay;
}
