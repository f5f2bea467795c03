// One pod and one configuration that the tests vary.

import { type Outcome, run } from '../run.ts';
import type { FakeMachine, FakeReply } from './fake-host.ts';
import { FakeHost } from './fake-host.ts';

export const SOCKET = '/run/openvswitch/kube-ovn-daemon.sock';

export const ENV = {
  CNI_CONTAINERID: 'c0ffee',
  CNI_NETNS: '/var/run/netns/pod-a',
  CNI_IFNAME: 'eth0',
  CNI_ARGS: 'IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0;K8S_POD_UID=u-1',
  CNI_PATH: '/opt/cni/bin',
};

export const CONF = { cniVersion: '1.0.0', name: 'kube-ovn', type: 'kube-ovn', server_socket: SOCKET };

/** A dual-stack pod that owns its default routes. */
export const ANSWER = {
  ips: [
    { protocol: 'IPv4', ip: '10.16.0.5', cidr: '10.16.0.0/16', gateway: '10.16.0.1' },
    { protocol: 'IPv6', ip: 'fd00:10:16::5', cidr: 'fd00:10:16::/112', gateway: 'fd00:10:16::1' },
  ],
  mac_address: '00:00:00:ab:cd:01',
  routes: [],
  mtu: 1400,
  nicname: 'eth0',
  dns: {},
  error: '',
};

export interface Ran extends Outcome {
  readonly host: FakeHost;
  /** Standard output as JSON; undefined when it is empty. */
  readonly printed: Readonly<Record<string, unknown>> | undefined;
}

export function runShim(command: string, machine: FakeMachine & { conf?: object } = {}): Ran {
  const host = new FakeHost({
    env: { CNI_COMMAND: command, ...ENV, ...machine.env },
    stdin: machine.stdin ?? { ...CONF, ...machine.conf },
    daemon: machine.daemon,
  });
  const outcome = run(host);
  return { ...outcome, host, printed: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout) };
}

export function added(changes: object = {}): FakeReply {
  return { status: 200, json: { ...ANSWER, ...changes } };
}
