import { describe, expect, test } from 'vitest';
import { readNetConf } from './net-conf.ts';
import { CONF, runShim } from './testing/sample.ts';

describe('wrong configurations', () => {
  test.each([
    [{ name: undefined }, 'name "" is no network name'],
    [{ name: '../x' }, 'name "../x" is no network name'],
    [{ type: undefined }, 'type is missing; write "type": "kube-ovn"'],
    [{ server_socket: undefined }, 'server_socket is missing; write the path'],
    [{ server_socket: '' }, 'server_socket is missing'],
    [{ server_socket: 5 }, 'server_socket must be a string, but is 5'],
    [{ server_socket: 'run/x.sock' }, 'server_socket run/x.sock is not an absolute path'],
    [{ server_socket: `/${'x'.repeat(107)}` }, 'is longer than 107 bytes'],
    [{ server_socket: `/${'ü'.repeat(54)}` }, 'is longer than 107 bytes'],
    [{ server_socket: '/run/\0x' }, 'server_socket holds a zero byte'],
    [{ provider: [] }, 'provider must be a string, but is []'],
    [{ routes: {} }, 'routes is not a list'],
    [{ routes: ['10.0.0.0/8'] }, 'routes[0] is not an object'],
    [{ routes: [{ gw: '10.0.0.1' }] }, 'routes[0].dst is missing'],
    [{ routes: [{ dst: '10.0.0.0/8', gw: 1 }] }, 'routes[0].gw must be a string, but is 1'],
    [{ dns: 'x' }, 'dns must be an object, but is "x"'],
    [{ ipam: [] }, 'ipam must be an object'],
    [{ prevResult: 'x' }, 'prevResult must be an object'],
    [{ type: 'macvlan', ipam: { type: 'kube-ovn' } }, 'ipam.server_socket is missing'],
    [{ type: 'macvlan', ipam: { server_socket: '/x', routes: 1 } }, 'ipam.routes is not a list'],
  ])('%o', (change, msg) => {
    const { printed, exitCode } = runShim('ADD', { conf: change });
    expect(exitCode).toBe(1);
    expect(printed).toEqual({ cniVersion: '1.0.0', code: 7, msg: expect.stringContaining(msg) });
  });
});

describe('tolerated configurations', () => {
  test.each([
    [{ server_socket: `/${'x'.repeat(106)}` }],
    [{ server_socket: `/${'ü'.repeat(53)}` }],
    [{ routes: null, dns: null, ipam: null, prevResult: null, provider: null }],
    [{ runtimeConfig: { portMappings: [] }, args: {}, capabilities: {}, future: 1 }],
    [{ ipam: { type: 'host-local' } }],
    [{ type: 'kube-ovn-renamed' }],
  ])('%o', (change) => {
    expect(readNetConf({ ...CONF, ...change })).toMatchObject({
      ok: true,
      value: { ipamOnly: false, provider: 'ovn' },
    });
  });
});
