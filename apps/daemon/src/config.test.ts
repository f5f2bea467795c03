import { KubeClient } from '@kube-ovn/kube';
import { expect, test } from 'vitest';
import { DAEMON_CONFIG, daemonOptions } from './config.ts';
import { NO_METRICS, SILENT_LOG } from './observability.ts';
import { DEFAULT_NETWORK } from './options.ts';

function options(argv: readonly string[], env: Record<string, string> = { NODE_NAME: 'n1' }) {
  const parsed = DAEMON_CONFIG.parse(argv, env);
  if (!parsed.ok) throw new Error(parsed.error.join('; '));
  const client = new KubeClient({ server: 'http://127.0.0.1:1' });
  return daemonOptions(parsed.value, { client, log: SILENT_LOG, metrics: NO_METRICS });
}

test('defaults are those of the contract', () => {
  expect(options([])).toMatchObject({
    nodeName: 'n1',
    ovsEndpoint: 'unix:/run/openvswitch/db.sock',
    bindSocket: '/run/openvswitch/kube-ovn-daemon.sock',
    network: DEFAULT_NETWORK,
    cniConf: { directory: '/etc/cni/net.d', name: '01-kube-ovn.conflist', version: '0.3.1' },
    nft: ['nft'],
  });
});

test('the arguments of existing manifests are understood', () => {
  const argv = [
    ...['--enable-mirror=false', '--mirror-iface=mirror0', '--node-switch=join', '--encap-checksum=true'],
    ...['--service-cluster-ip-range=10.96.0.0/12,fd00:10:96::/112', '--iface=', '--dpdk-tunnel-iface=br-phy'],
    ...['--network-type=geneve', '--default-interface-name=', '--logtostderr=false', '--alsologtostderr=true'],
    ...['--log_file=/tmp/x.log', '--log_file_max_size=200', '--enable-metrics=true', '--kubelet-dir=/var/lib/kubelet'],
    ...['--enable-tproxy=false', '--ovs-vsctl-concurrency=100', '--secure-serving=false', '--enable-ovn-ipsec=false'],
    ...['--set-vxlan-tx-off=false', '--enable-arp-detect-ip-conflict=false', '--ovn-ipsec-cert-duration=63072000'],
  ];
  expect(options(argv).network).toMatchObject({
    detectIpConflict: false,
    serviceCidr: '10.96.0.0/12,fd00:10:96::/112',
  });
});

test('the node has a name, one way or another', () => {
  expect(options(['--node-name=n2']).nodeName).toBe('n2');
  expect(options([], { KUBE_NODE_NAME: 'n3' }).nodeName).toBe('n3');
  expect(() => options([], {})).toThrow('NODE_NAME');
});

test('POD_IP comes first, no address twice', () => {
  expect(options([], { NODE_NAME: 'n', POD_IP: '10.0.0.1', POD_IPS: '10.0.0.1,fd00::1' }).network.podIps).toEqual([
    '10.0.0.1',
    'fd00::1',
  ]);
});

test('as an additional network it leaves the rules of the host alone', () => {
  expect(options(['--non-primary-cni-mode=true']).nft).toBeUndefined();
});
