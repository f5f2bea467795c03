import { describe, expect, test } from 'vitest';
import { runShim } from '../testing/sample.ts';

const KEY = 'cni.dev/valid-attachments';

describe('GC', () => {
  test('tells the daemon what exists, and of which provider', () => {
    const conf = { cniVersion: '1.1.0', provider: 'net1.shop.ovn', [KEY]: [{ containerID: 'c1', ifname: 'eth0' }] };
    const ran = runShim('GC', { conf, daemon: { status: 200, json: {} } });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ran.host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/gc',
      body: {
        provider: 'net1.shop.ovn',
        cni_type: 'kube-ovn',
        valid_attachments: [{ container_id: 'c1', if_name: 'eth0' }],
      },
    });
  });

  test('an empty list is a list', () => {
    const { host } = runShim('GC', { conf: { cniVersion: '1.1.0', [KEY]: [] }, daemon: { status: 204 } });
    expect(host.requests[0]!.body).toMatchObject({ valid_attachments: [] });
  });

  test.each([undefined, null])('no list (%o) names nothing to delete', (list) => {
    const { exitCode, host } = runShim('GC', { conf: { cniVersion: '1.1.0', [KEY]: list } });
    expect(exitCode).toBe(0);
    expect(host.requests).toEqual([]);
  });

  test.each([{}, 'x', [{}], [{ containerID: 'c1' }], [{ containerID: 'c1', ifname: '' }], [null]])(
    'a wrong list %o deletes nothing',
    (list) => {
      const { printed, host } = runShim('GC', { conf: { cniVersion: '1.1.0', [KEY]: list } });
      expect(printed).toMatchObject({ code: 7, msg: expect.stringContaining(KEY) });
      expect(host.requests).toEqual([]);
    },
  );

  test('a failure of the daemon, and one that is away', () => {
    const conf = { cniVersion: '1.1.0', [KEY]: [] };
    expect(runShim('GC', { conf, daemon: { status: 500, json: { error: 'no' } } }).printed).toMatchObject({
      code: 101,
    });
    expect(runShim('GC', { conf, daemon: { connect: -2 } }).printed).toMatchObject({ code: 11 });
  });

  test('exists since 1.1.0', () => {
    expect(runShim('GC', { conf: { [KEY]: [] } }).printed).toMatchObject({ code: 1 });
  });
});
