import { expect, test } from 'vitest';
import { knowsStatus, pluginEnv, pluginInput } from './cni-call.ts';
import { parseCniConfig } from './cni-config.ts';

const host = { binaries: '/opt/cni/bin', netns: '/run/netns/worker-1' };
const config = parseCniConfig(
  '{"name":"kube-ovn","cniVersion":"1.0.0","plugins":[{"type":"kube-ovn","server_socket":"/s","capabilities":{"x":true}}]}',
);

test('standard input is the plugin with name, version and former result, without what is for the runtime', () => {
  expect(JSON.parse(pluginInput(config, config.plugins[0]!, { cniVersion: '1.0.0' }))).toEqual({
    name: 'kube-ovn',
    cniVersion: '1.0.0',
    type: 'kube-ovn',
    server_socket: '/s',
    prevResult: { cniVersion: '1.0.0' },
  });
});

test('the environment says what the specification asks for', () => {
  const attachment = { containerId: 'c1', netns: '/run/netns/p', ifName: 'eth0', args: { A: '1', B: '2' } };
  expect(pluginEnv(host, 'ADD', attachment)).toMatchObject({
    CNI_COMMAND: 'ADD',
    CNI_CONTAINERID: 'c1',
    CNI_NETNS: '/run/netns/p',
    CNI_IFNAME: 'eth0',
    CNI_ARGS: 'A=1;B=2',
    CNI_PATH: '/opt/cni/bin',
  });
  expect(pluginEnv(host, 'STATUS')).not.toHaveProperty('CNI_CONTAINERID');
});

test('STATUS exists from 1.1.0 on', () => {
  expect(['0.3.1', '1.0.0', '1.1.0', '1.2.0', '2.0.0'].map(knowsStatus)).toEqual([false, false, true, true, true]);
});

test('a single configuration is a list of one', () => {
  const single = parseCniConfig('{"name":"n","cniVersion":"1.0.0","type":"bridge"}');
  expect(single.plugins.map(({ type }) => type)).toEqual(['bridge']);
});
