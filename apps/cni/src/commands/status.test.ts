import { describe, expect, test } from 'vitest';
import { runShim } from '../testing/sample.ts';

const conf = { cniVersion: '1.1.0' };
const noPod = { CNI_CONTAINERID: undefined, CNI_NETNS: undefined, CNI_IFNAME: undefined, CNI_ARGS: undefined };

describe('STATUS', () => {
  test('ready: nothing printed, and no pod is needed', () => {
    const ran = runShim('STATUS', { conf, env: noPod, daemon: { status: 200, json: {} } });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ran.host.requests).toEqual([
      { method: 'GET', path: '/api/v1/status', headers: expect.anything(), body: undefined },
    ]);
    expect(ran.host.waits[0]).toBeLessThan(5000);
  });

  test.each([
    ['not ready', { status: 503, json: { code: 50, error: 'OVS is not up' } }, 50, /^OVS is not up$/],
    ['limited', { status: 503, json: { code: 51, error: 'ovn-controller is away' } }, 51, /^ovn-controller is away$/],
    ['coded', { status: 503, json: { code: 'ERR_CNI_NOT_READY', error: 'x' } }, 50, /^ERR_CNI_NOT_READY: x$/],
    ['unknown number', { status: 503, json: { code: 77, error: 'x' } }, 50, /^x$/],
    ['plain text', { status: 503, text: 'starting' }, 50, /^starting$/],
    ['absent socket', { connect: -2 }, 50, /the socket does not exist/],
    ['dead daemon', { connect: -111 }, 50, /nobody listens/],
    ['silent daemon', { pieces: [], end: 'silence' }, 50, /within 4 s/],
    ['not HTTP', { pieces: ['hello there'], end: 'close' }, 50, /not HTTP/],
  ] as const)('%s', (_name, daemon, code, msg) => {
    const { printed, exitCode } = runShim('STATUS', { conf, env: noPod, daemon });
    expect(exitCode).toBe(1);
    expect(printed).toMatchObject({ cniVersion: '1.1.0', code, msg: expect.stringMatching(msg) });
  });

  test('exists since 1.1.0', () => {
    expect(runShim('STATUS').printed).toMatchObject({
      code: 1,
      msg: expect.stringContaining('raise cniVersion to 1.1.0'),
    });
  });
});
