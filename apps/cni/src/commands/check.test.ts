import { describe, expect, test } from 'vitest';
import { runShim } from '../testing/sample.ts';

const prevResult = { cniVersion: '1.0.0', interfaces: [{ name: 'eth0' }], ips: [{ address: '10.16.0.5/16' }] };

describe('CHECK', () => {
  test('passes the result of ADD to the daemon and prints nothing', () => {
    const ran = runShim('CHECK', { conf: { prevResult }, daemon: { status: 200, json: {} } });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ran.host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/check',
      body: { container_id: 'c0ffee', net_ns: '/var/run/netns/pod-a', prev_result: prevResult },
    });
  });

  test('reports what the daemon found', () => {
    const daemon = { status: 500, json: { error: 'eth0 has lost 10.16.0.5/16', code: 'ERR_CNI_CHECK_ADDRESS' } };
    const { printed, exitCode } = runShim('CHECK', { conf: { prevResult }, daemon });
    expect(exitCode).toBe(1);
    expect(printed).toMatchObject({ code: 101, msg: 'ERR_CNI_CHECK_ADDRESS: eth0 has lost 10.16.0.5/16' });
  });

  test('a daemon that is away: try again', () => {
    expect(runShim('CHECK', { conf: { prevResult }, daemon: { connect: -2 } }).printed).toMatchObject({ code: 11 });
  });

  test('needs prevResult', () => {
    expect(runShim('CHECK').printed).toMatchObject({ code: 7, msg: expect.stringContaining('prevResult is missing') });
  });

  test('needs the namespace', () => {
    const { printed } = runShim('CHECK', { conf: { prevResult }, env: { CNI_NETNS: '' } });
    expect(printed).toMatchObject({ code: 4, msg: expect.stringContaining('CNI_NETNS') });
  });

  test('exists since 0.4.0', () => {
    const { printed } = runShim('CHECK', { conf: { cniVersion: '0.3.1', prevResult } });
    expect(printed).toMatchObject({ cniVersion: '0.3.1', code: 1, msg: expect.stringContaining('since CNI 0.4.0') });
  });
});
