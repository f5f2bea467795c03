import { describe, expect, test } from 'vitest';
import { added, CONF, ENV, runShim, SOCKET } from '../testing/sample.ts';

describe('what the daemon is asked', () => {
  test('every field of the contract', () => {
    const conf = {
      provider: 'net1.shop.ovn',
      routes: [{ dst: '192.168.0.0/16', gw: '10.16.0.9' }, { dst: '172.16.0.0/12' }],
      dns: { nameservers: ['10.96.0.10'], search: ['shop.svc'] },
      deviceID: '0000:03:00.2',
      vf_driver: 'vfio-pci',
      vhost_user_socket_volume_name: 'vhostuser-sockets',
      vhost_user_socket_name: 'sock',
      vhost_user_socket_consumption: 'kubevirt',
    };
    const { host } = runShim('ADD', { conf, daemon: added() });
    expect(host.socket).toBe(SOCKET);
    expect(host.requests).toEqual([
      {
        method: 'POST',
        path: '/api/v1/add',
        headers: expect.objectContaining({ Connection: 'close', 'Content-Type': 'application/json' }),
        body: {
          cni_type: 'kube-ovn',
          pod_name: 'web-0',
          pod_namespace: 'shop',
          pod_uid: 'u-1',
          container_id: 'c0ffee',
          net_ns: '/var/run/netns/pod-a',
          if_name: 'eth0',
          ...conf,
        },
      },
    ]);
    expect(host.open).toBe(0);
  });

  test('absent keys are empty, the provider is ovn', () => {
    const { host } = runShim('ADD', { daemon: added() });
    expect(host.requests[0]!.body).toMatchObject({ provider: 'ovn', routes: [], dns: {}, vf_driver: '', deviceID: '' });
  });

  test('the length of a request that is not ASCII is right', () => {
    const { host } = runShim('ADD', { conf: { dns: { search: ['zürich.例え', '🦊'] } }, daemon: added() });
    const { headers, body } = host.requests[0]!;
    expect(body).toMatchObject({ dns: { search: ['zürich.例え', '🦊'] } });
    expect(Number(headers['Content-Length'])).toBeGreaterThan(JSON.stringify(body).length);
  });

  test('it waits less than the 4 minutes of kubelet', () => {
    const { host } = runShim('ADD', { daemon: added() });
    expect(host.waits[0]).toBe(230_000);
  });
});

const IP4 = { address: '10.16.0.5/16', gateway: '10.16.0.1', interface: 0 };
const IP6 = { address: 'fd00:10:16::5/112', gateway: 'fd00:10:16::1', interface: 0 };
const ROUTE4 = { dst: '0.0.0.0/0', gw: '10.16.0.1' };
const ROUTE6 = { dst: '::/0', gw: 'fd00:10:16::1' };
const NIC = { name: 'eth0', mac: '00:00:00:ab:cd:01', sandbox: '/var/run/netns/pod-a' };
const BY_FAMILY = {
  ip4: { ip: '10.16.0.5/16', gateway: '10.16.0.1', routes: [ROUTE4] },
  ip6: { ip: 'fd00:10:16::5/112', gateway: 'fd00:10:16::1', routes: [ROUTE6] },
};
const WITH_IP_VERSION = {
  interfaces: [NIC],
  ips: [
    { version: '4', ...IP4 },
    { version: '6', ...IP6 },
  ],
  routes: [ROUTE4, ROUTE6],
};

describe('the result in each version', () => {
  test.each([
    ['0.1.0', BY_FAMILY],
    ['0.2.0', BY_FAMILY],
    ['0.3.0', WITH_IP_VERSION],
    ['0.3.1', WITH_IP_VERSION],
    ['0.4.0', WITH_IP_VERSION],
    ['1.0.0', { interfaces: [NIC], ips: [IP4, IP6], routes: [ROUTE4, ROUTE6] }],
    ['1.1.0', { interfaces: [{ ...NIC, mtu: 1400 }], ips: [IP4, IP6], routes: [ROUTE4, ROUTE6] }],
  ])('%s', (cniVersion, expected) => {
    const { printed, exitCode } = runShim('ADD', { conf: { cniVersion }, daemon: added() });
    expect(exitCode).toBe(0);
    expect(printed).toEqual({ cniVersion, ...expected });
  });

  test('no cniVersion means 0.1.0', () => {
    const { printed } = runShim('ADD', { conf: { cniVersion: undefined }, daemon: added() });
    expect(printed).toEqual({ cniVersion: '0.1.0', ...BY_FAMILY });
  });

  test('a pod without addresses has an interface only', () => {
    const { printed } = runShim('ADD', { daemon: added({ ips: null }) });
    expect(printed).toEqual({ cniVersion: '1.0.0', interfaces: [NIC] });
  });

  test('a second interface has no gateway and no default route', () => {
    const ips = [{ ip: '10.17.0.5', cidr: '10.17.0.0/16', gateway: '' }];
    const { printed } = runShim('ADD', { daemon: added({ ips, nicname: '' }), env: { CNI_IFNAME: 'net1' } });
    expect(printed).toEqual({
      cniVersion: '1.0.0',
      interfaces: [{ ...NIC, name: 'net1' }],
      ips: [{ address: '10.17.0.5/16', interface: 0 }],
    });
  });

  test('routes of the answer replace the default routes and become CIDRs', () => {
    const routes = [
      { dst: 'default', gw: 'fd00::1' },
      { dst: '192.168.1.1', gw: '' },
      { dst: 'fd01::1', gw: 'fd00::1' },
      { dst: '172.16.0.0/12', gw: '10.16.0.9' },
    ];
    const { printed } = runShim('ADD', { daemon: added({ routes }) });
    expect(printed!.routes).toEqual([
      { dst: '::/0', gw: 'fd00::1' },
      { dst: '192.168.1.1/32' },
      { dst: 'fd01::1/128', gw: 'fd00::1' },
      { dst: '172.16.0.0/12', gw: '10.16.0.9' },
    ]);
  });

  test('in 0.2.0 routes go to their family', () => {
    const routes = [
      { dst: '10.0.0.0/8', gw: '10.16.0.9' },
      { dst: 'fd00::/8', gw: 'fd00:10:16::9' },
    ];
    const { printed } = runShim('ADD', { conf: { cniVersion: '0.2.0' }, daemon: added({ routes }) });
    expect(printed).toMatchObject({ ip4: { routes: [routes[0]] }, ip6: { routes: [routes[1]] } });
  });

  test('DNS of the answer wins over DNS of the configuration', () => {
    const conf = { dns: { nameservers: ['1.1.1.1'] } };
    const daemonDns = { nameservers: ['10.96.0.10'] };
    expect(runShim('ADD', { conf, daemon: added() }).printed!.dns).toEqual(conf.dns);
    expect(runShim('ADD', { conf, daemon: added({ dns: daemonDns }) }).printed!.dns).toEqual(daemonDns);
  });
});

describe('as IPAM of another plugin', () => {
  const ipam = {
    type: 'kube-ovn',
    server_socket: '/run/ipam.sock',
    provider: 'macvlan.shop',
    routes: [{ dst: '10.0.0.0/8', gw: '10.16.0.9' }],
  };
  const conf = { type: 'macvlan', server_socket: '/ignored', ipam };

  test('socket, provider and routes come from ipam', () => {
    const { host } = runShim('ADD', { conf, daemon: added() });
    expect(host.socket).toBe('/run/ipam.sock');
    expect(host.requests[0]!.body).toMatchObject({
      cni_type: 'macvlan',
      provider: 'macvlan.shop',
      routes: ipam.routes,
    });
  });

  test('the result has no interfaces, and prevResult stays with the caller', () => {
    const prevResult = { interfaces: [{ name: 'eth9' }] };
    const { printed } = runShim('ADD', { conf: { ...conf, prevResult }, daemon: added() });
    expect(printed).toEqual({
      cniVersion: '1.0.0',
      ips: [
        { address: '10.16.0.5/16', gateway: '10.16.0.1' },
        { address: 'fd00:10:16::5/112', gateway: 'fd00:10:16::1' },
      ],
      routes: [ROUTE4, ROUTE6],
    });
  });
});

describe('behind another plugin of a chain', () => {
  const prevResult = {
    cniVersion: '1.0.0',
    interfaces: [{ name: 'br0' }, { name: 'eth0', sandbox: '/x', future: true }],
    ips: [{ address: '10.0.0.2/24', interface: 1 }],
    routes: [{ dst: '10.0.0.0/8' }],
    dns: { nameservers: ['9.9.9.9'] },
  };

  test('the result holds both, with interface indexes moved up', () => {
    const { printed } = runShim('ADD', { conf: { prevResult }, daemon: added() });
    expect(printed).toEqual({
      cniVersion: '1.0.0',
      interfaces: [...prevResult.interfaces, NIC],
      ips: [
        { address: '10.0.0.2/24', interface: 1 },
        { ...IP4, interface: 2 },
        { ...IP6, interface: 2 },
      ],
      routes: [{ dst: '10.0.0.0/8' }, ROUTE4, ROUTE6],
      dns: prevResult.dns,
    });
  });

  test('addresses of the previous plugin take the form of the version', () => {
    const { printed } = runShim('ADD', { conf: { cniVersion: '0.4.0', prevResult }, daemon: added({ ips: [] }) });
    expect(printed!.ips).toEqual([{ version: '4', address: '10.0.0.2/24', interface: 1 }]);
  });
});

describe('failures', () => {
  test.each([
    ['absent socket', { connect: -2 }, 11, /not reachable at .*kube-ovn-daemon.sock: the socket does not exist/],
    ['dead daemon', { connect: -111 }, 11, /nobody listens on the socket/],
    ['full backlog', { connect: -110 }, 11, /not reachable .* timed out/],
    ['no answer', { pieces: [], end: 'silence' }, 11, /did not finish .* no complete answer within 230 s/],
    ['closed without a word', { pieces: [], end: 'close' }, 11, /closed without an answer/],
    [
      'cut body',
      { pieces: ['HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"ip'], end: 'close' },
      11,
      /cut after 4 of 90 bytes/,
    ],
    ['reset', { pieces: ['HTTP/1.1 2'], end: 'reset' }, 11, /reset the connection/],
    ['not HTTP', { pieces: ['SSH-2.0-OpenSSH_9.2\r\n'], end: 'silence' }, 6, /damaged: it is not HTTP/],
    ['not JSON', { status: 200, text: '<html>' }, 6, /unusable: it is not JSON/],
    ['empty 200', { status: 200 }, 6, /unusable: it is not JSON/],
    ['JSON but no object', { status: 200, json: [1] }, 6, /it is not an object/],
    ['address without a prefix', { status: 200, json: { ips: [{ ip: '10.0.0.1' }] } }, 6, /ips\[0\] has no/],
    ['wrong lists', { status: 200, json: { ips: {} } }, 6, /must be lists/],
    [
      'coded refusal',
      { status: 400, json: { error: 'provider x is not bound', code: 'ERR_CNI_PROVIDER' } },
      100,
      /^ERR_CNI_PROVIDER: provider x is not bound$/,
    ],
    ['failure', { status: 500, json: { error: 'ovs is not ready' } }, 101, /^ovs is not ready$/],
    ['failure in plain text', { status: 500, text: 'boom\n\nat x' }, 101, /^boom at x$/],
    ['failure without a word', { status: 502 }, 101, /^no reason given$/],
    [
      'starting daemon',
      { status: 503, json: { error: 'not synced', code: 'ERR_CNI_NOT_READY' } },
      11,
      /^ERR_CNI_NOT_READY: not synced$/,
    ],
    [
      '200 with an error inside',
      { status: 200, json: { error: 'no address', code: 'ERR_CNI_X' } },
      101,
      /^ERR_CNI_X: no address$/,
    ],
    ['unexpected success', { status: 204 }, 101, /no reason given/],
  ] as const)('%s', (_name, daemon, code, msg) => {
    const { printed, exitCode, host } = runShim('ADD', { daemon });
    expect(exitCode).toBe(1);
    expect(printed).toMatchObject({ cniVersion: '1.0.0', code, msg: expect.stringMatching(msg) });
    expect(host.open).toBe(0);
  });

  test.each([
    [{ CNI_CONTAINERID: '' }, /ADD is missing: CNI_CONTAINERID;/],
    [{ CNI_CONTAINERID: '', CNI_NETNS: '', CNI_IFNAME: '' }, /CNI_CONTAINERID, CNI_IFNAME, CNI_NETNS/],
    [{ CNI_CONTAINERID: '../etc' }, /CNI_CONTAINERID "..\/etc" must start/],
    [{ CNI_IFNAME: 'a-name-of-16-byt' }, /CNI_IFNAME .* at most 15/],
    [{ CNI_IFNAME: 'a/b' }, /CNI_IFNAME "a\/b"/],
    [{ CNI_IFNAME: '..' }, /CNI_IFNAME ".."/],
    [{ CNI_ARGS: '' }, /K8S_POD_NAME and K8S_POD_NAMESPACE missing; write CNI_ARGS=/],
    [{ CNI_ARGS: 'K8S_POD_NAMESPACE=shop' }, /: K8S_POD_NAME missing/],
    [{ CNI_ARGS: 'K8S_POD_NAME=web;K8S_POD_NAMESPACE=' }, /: K8S_POD_NAMESPACE missing/],
    [{ CNI_ARGS: 'K8S_POD_NAME' }, /part "K8S_POD_NAME" that is not KEY=value/],
  ])('environment %o', (env, msg) => {
    const { printed, exitCode } = runShim('ADD', { env });
    expect(exitCode).toBe(1);
    expect(printed).toEqual({ cniVersion: '1.0.0', code: 4, msg: expect.stringMatching(msg) });
  });

  test.each([408, 429, 503, 504])('a daemon that answers %i will answer better later', (status) => {
    expect(runShim('ADD', { daemon: { status, json: { error: 'busy' } } }).printed).toMatchObject({
      code: 11,
      msg: 'busy',
    });
  });

  test('a daemon that refuses before it has read all is understood', () => {
    const refusal = 'HTTP/1.1 400 Bad\r\nContent-Length: 15\r\n\r\n{"error":"big"}';
    const { printed, host } = runShim('ADD', { daemon: { pieces: [refusal], end: 'close', sendFails: -32 } });
    expect(printed).toMatchObject({ code: 100, msg: 'big' });
    expect(host.waits).toEqual([1000]);
  });

  test('a request that cannot be sent is no long wait', () => {
    const { printed, host } = runShim('ADD', { daemon: { pieces: [], end: 'silence', sendFails: -110 } });
    expect(printed).toMatchObject({ code: 11, msg: expect.stringContaining('could not be sent: timed out') });
    expect(host.waits).toEqual([1000]);
  });

  test('the name of a pod may not come from the prototype of an object', () => {
    const { printed } = runShim('ADD', { env: { CNI_ARGS: '__proto__=x;K8S_POD_NAMESPACE=a' } });
    expect(printed).toMatchObject({ code: 4 });
  });

  test('CNI_ARGS may hold "=" in a value and empty parts', () => {
    const env = { CNI_ARGS: `;${ENV.CNI_ARGS};X=a=b;;` };
    expect(runShim('ADD', { env, daemon: added() }).exitCode).toBe(0);
  });

  test('an error of an old configuration carries its version', () => {
    const { printed } = runShim('ADD', { conf: { ...CONF, cniVersion: '0.2.0' }, daemon: { status: 500 } });
    expect(printed).toMatchObject({ cniVersion: '0.2.0', code: 101 });
  });
});
