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

export const NODE = 'node1';
const API_PORT = 18080;
const FABRIC_IP = '192.0.2.1';
const NODE_IP = '192.0.2.10';
const TUNNEL_IP = '198.51.100.10';

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

  static async start(): Promise<NodeRig> {
    const run = openRunDirectory();
    const unixSocket = join(run.path, 'api.sock');
    const [fabric, node, api] = await Promise.all([
      openFabric([`${FABRIC_IP}/24`, '198.51.100.1/24']),
      openNetworkNamespace(),
      startApiServer({ unixSocket, crds: crdManifests() }),
    ]);
    await fabric.connect(node, { device: 'eth0', addresses: [`${NODE_IP}/24`] });
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
    await rig.#furnish();
    return rig;
  }

  /** The daemon as its own process in the node's namespace. */
  async startDaemon(...flags: string[]): Promise<void> {
    const kubeconfig = join(this.run.path, 'kubeconfig');
    writeFileSync(kubeconfig, this.api.kubeconfig().replace(/http:\/\/[^\s"]+/, `http://127.0.0.1:${API_PORT}`));
    const nft = dataPlaneCommand('nft', []);
    const log = openSync(join(this.run.path, 'daemon.log'), 'a');
    const args = [
      ...[`--net=${this.node.path}`, '--', process.execPath, join(import.meta.dirname, '../main.ts')],
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
      `${mac} ${ip}`,
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

  async #furnish(): Promise<void> {
    const { objects } = this.api;
    const join = {
      'ovn.kubernetes.io/ip_address': '100.64.0.2',
      'ovn.kubernetes.io/mac_address': '00:00:00:00:64:02',
      'ovn.kubernetes.io/cidr': '100.64.0.0/16',
      'ovn.kubernetes.io/gateway': '100.64.0.1',
      'ovn.kubernetes.io/port_name': `node-${NODE}`,
      'ovn.kubernetes.io/allocated': 'true',
    };
    objects.create({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: NODE, annotations: join, labels: { 'ovn.kubernetes.io/ovs_dp_type': 'userspace' } },
    });
    objects.patch(
      'Node',
      NODE,
      undefined,
      { status: { addresses: [{ type: 'InternalIP', address: NODE_IP }] } },
      { subresource: 'status' },
    );
    this.createSubnet('join', '100.64.0.0/16', { gateway: '100.64.0.1' });
    this.createSubnet('ovn-default', '10.16.0.0/16', { gateway: '10.16.0.1', natOutgoing: true });
    const commands = [
      ['lr-add', 'ovn-cluster'],
      ...switchCommands('join', '100.64.0.1/16', '00:00:00:00:64:01'),
      ...switchCommands('ovn-default', '10.16.0.1/16', '00:00:00:00:16:01'),
      ['lsp-add', 'join', `node-${NODE}`],
      ['lsp-set-addresses', `node-${NODE}`, '00:00:00:00:64:02 100.64.0.2'],
      ['lr-route-add', 'ovn-cluster', '0.0.0.0/0', '100.64.0.2'],
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

export function podAnnotations(ip: string, mac: string): Record<string, string> {
  return {
    'ovn.kubernetes.io/ip_address': ip,
    'ovn.kubernetes.io/mac_address': mac,
    'ovn.kubernetes.io/cidr': '10.16.0.0/16',
    'ovn.kubernetes.io/gateway': '10.16.0.1',
    'ovn.kubernetes.io/logical_switch': 'ovn-default',
    'ovn.kubernetes.io/allocated': 'true',
    'ovn.kubernetes.io/routed': 'true',
  };
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

function switchCommands(name: string, gateway: string, mac: string): string[][] {
  return [
    ['ls-add', name],
    ['lrp-add', 'ovn-cluster', `ovn-cluster-${name}`, mac, gateway],
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
