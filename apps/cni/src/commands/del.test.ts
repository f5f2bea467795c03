import { describe, expect, test } from 'vitest';
import { runShim } from '../testing/sample.ts';

describe('DEL', () => {
  test('204 is success and prints nothing', () => {
    const ran = runShim('DEL', { daemon: { status: 204 } });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ran.host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/del',
      body: { container_id: 'c0ffee', pod_name: 'web-0', if_name: 'eth0' },
    });
  });

  test('a namespace that is gone is no error', () => {
    const { host, exitCode } = runShim('DEL', { env: { CNI_NETNS: undefined }, daemon: { status: 204 } });
    expect(exitCode).toBe(0);
    expect(host.requests[0]!.body).toMatchObject({ net_ns: '' });
  });

  test.each([
    ['absent socket', { connect: -2 }],
    ['dead daemon', { connect: -111 }],
    ['daemon that ends meanwhile', { pieces: [], end: 'close' }],
    ['daemon that is starting', { status: 503, json: { error: 'starting' } }],
  ] as const)('%s: try again later', (_name, daemon) => {
    const { printed, exitCode } = runShim('DEL', { daemon });
    expect(exitCode).toBe(1);
    expect(printed).toMatchObject({ code: 11 });
  });

  test('any other answer is a failure with the reason', () => {
    const { printed } = runShim('DEL', {
      daemon: { status: 500, json: { error: 'ovsdb is away', code: 'ERR_CNI_OVSDB' } },
    });
    expect(printed).toEqual({
      cniVersion: '1.0.0',
      code: 101,
      msg: 'ERR_CNI_OVSDB: ovsdb is away',
      details: 'POST /api/v1/del answered 500',
    });
  });

  test('works in every version', () => {
    for (const cniVersion of ['0.1.0', '0.2.0', '0.3.0', '0.3.1', '0.4.0', '1.0.0', '1.1.0']) {
      expect(runShim('DEL', { conf: { cniVersion }, daemon: { status: 204 } }).exitCode).toBe(0);
    }
  });
});
