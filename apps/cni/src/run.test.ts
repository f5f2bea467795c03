import { describe, expect, test } from 'vitest';
import { SUPPORTED_VERSIONS } from './index.ts';
import { CONF, runShim } from './testing/sample.ts';

describe('VERSION', () => {
  test.each([
    ['1.0.0', { cniVersion: '1.0.0' }],
    ['0.1.0', { cniVersion: '0.1.0' }],
    ['9.0.0', { cniVersion: '9.0.0' }],
    ['1.1.0', {}],
    ['1.1.0', ''],
    ['1.1.0', 'not JSON'],
    ['1.1.0', { cniVersion: 5 }],
    ['1.1.0', -110],
  ])('answers %s to %o', (cniVersion, stdin) => {
    const { printed, exitCode } = runShim('VERSION', { stdin });
    expect(exitCode).toBe(0);
    expect(printed).toEqual({ cniVersion, supportedVersions: SUPPORTED_VERSIONS });
  });
});

describe('what no command accepts', () => {
  test.each([
    [undefined, /CNI_COMMAND is not set; .* one of ADD, DEL, CHECK, STATUS, GC, VERSION/],
    ['add', /CNI_COMMAND "add" is unknown/],
    ['x'.repeat(5000), /CNI_COMMAND "x{160}\.\.\." is unknown/],
  ])('CNI_COMMAND %s', (command, msg) => {
    const { printed, exitCode } = runShim('', { env: { CNI_COMMAND: command } });
    expect(exitCode).toBe(1);
    expect(printed).toEqual({ cniVersion: '1.1.0', code: 4, msg: expect.stringMatching(msg) });
  });

  test.each([
    ['', 6, /standard input is empty/],
    ['{', 6, /standard input is not JSON/],
    ['[]', 6, /no object/],
    ['null', 6, /no object/],
    [-110, 5, /was not closed within 10 s/],
    [-27, 5, /is larger than 16 MiB/],
    [-9, 5, /cannot be read: the descriptor is closed/],
    [-77, 5, /cannot be read: errno 77/],
  ])('standard input %o', (stdin, code, msg) => {
    for (const command of ['ADD', 'DEL', 'CHECK', 'STATUS', 'GC']) {
      const { printed, exitCode } = runShim(command, { stdin });
      expect(exitCode).toBe(1);
      expect(printed).toMatchObject({ cniVersion: '1.1.0', code, msg: expect.stringMatching(msg) });
    }
  });

  test.each(['2.0.0', '1.0', 'v1.0.0', 1, {}])('cniVersion %o', (cniVersion) => {
    const { printed } = runShim('ADD', { stdin: { ...CONF, cniVersion } });
    expect(printed).toEqual({
      cniVersion: '1.1.0',
      code: 1,
      msg: `cniVersion ${JSON.stringify(cniVersion)} of the network configuration is not supported; write one of 0.1.0, 0.2.0, 0.3.0, 0.3.1, 0.4.0, 1.0.0, 1.1.0`,
    });
  });
});
