import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineConfig } from './define-config.ts';
import { duration } from './duration.ts';

const config = defineConfig({
  enableLb: { flag: 'enable-lb', schema: z.boolean(), default: true, help: 'Services.', chart: 'func.enableLb' },
  gcInterval: { flag: 'gc-interval', schema: z.number().int().min(0), default: 360, help: 'Seconds.' },
  iface: { flag: 'iface', schema: z.string(), default: '', help: 'NIC.' },
  dns: { flag: 'node-local-dns-ip', schema: z.array(z.string()), default: [], help: 'Comma list.' },
  type: { flag: 'network-type', schema: z.enum(['geneve', 'vlan']), default: 'geneve', help: 'Encapsulation.' },
  ovsTimeout: { flag: 'ovs.timeout', schema: z.number(), default: 2, help: 'Seconds.' },
  lease: { flag: 'lease', schema: duration({ min: '3s' }), default: '30s', help: 'Lease.' },
  nodeName: { flag: 'node-name', env: 'NODE_NAME', schema: z.string().toLowerCase().optional(), help: 'Node.' },
});

function parse(argv: readonly string[], env: Record<string, string> = {}) {
  const parsed = config.parse(argv, env);
  return parsed.ok ? parsed.value : parsed.error;
}

test('defaults', () => {
  expect(parse([])).toMatchObject({
    enableLb: true,
    gcInterval: 360,
    iface: '',
    dns: [],
    type: 'geneve',
    lease: 30_000,
    nodeName: undefined,
    logPerm: '640',
    verbosity: 0,
  });
});

describe('spellings of Go programs', () => {
  test.each([
    [['--enable-lb=false'], { enableLb: false }],
    [['-enable-lb=false'], { enableLb: false }],
    [['--enable-lb=F', '--gc-interval', '7'], { enableLb: false, gcInterval: 7 }],
    [['--enable-lb', '--gc-interval=7'], { enableLb: true, gcInterval: 7 }],
    [['--enable-lb', 'false'], { enableLb: false }],
    [['-gc-interval', '7'], { gcInterval: 7 }],
    [['--iface='], { iface: '' }],
    [['--iface', '-weird'], { iface: '-weird' }],
    [['--iface=a=b'], { iface: 'a=b' }],
    [['--ovs.timeout=5'], { ovsTimeout: 5 }],
    [['--gc-interval=1', '--gc-interval=2'], { gcInterval: 2 }],
    [
      ['--node-local-dns-ip=169.254.20.10, fd00::10', '--node-local-dns-ip=1.1.1.1'],
      { dns: ['169.254.20.10', 'fd00::10', '1.1.1.1'] },
    ],
    [['--lease=1m30s'], { lease: 90_000 }],
    [
      ['--logtostderr=false', '--alsologtostderr=true', '--log_file=/var/log/x.log', '--log_file_max_size=200', '-v=3'],
      { logToStderr: false, alsoLogToStderr: true, logFile: '/var/log/x.log', logFileMaxSize: 200, verbosity: 3 },
    ],
    [['-v', '5'], { verbosity: 5 }],
    [['--v=4', '--stderrthreshold=0', '--skip_headers', '--vmodule=a=1'], { verbosity: 4 }],
    [['-logtostderr'], { logToStderr: true }],
  ])('%j', (argv, expected) => {
    expect(parse(argv)).toMatchObject(expected);
  });
});

describe('environment', () => {
  test('the flag wins, an empty variable is no variable', () => {
    expect(parse([], { NODE_NAME: 'Node-1' })).toMatchObject({ nodeName: 'node-1' });
    expect(parse(['--node-name=two'], { NODE_NAME: 'one' })).toMatchObject({ nodeName: 'two' });
    expect(parse([], { NODE_NAME: '' })).toMatchObject({ nodeName: undefined });
  });
});

describe('complaints', () => {
  test('unknown flags come with a suggestion, whatever the dashes', () => {
    expect(parse(['--enable-lbs=true'])).toEqual(["unknown option '--enable-lbs' (Did you mean --enable-lb?)"]);
    expect(parse(['-gc-intervall=1'])).toEqual(["unknown option '--gc-intervall' (Did you mean --gc-interval?)"]);
    expect(parse(['--zzz'])).toEqual(["unknown option '--zzz'"]);
    expect(parse(['-q'])).toEqual(["unknown option '-q'"]);
  });

  test('a flag without its value, and words that are no flags', () => {
    expect(parse(['--gc-interval'])).toEqual(["option '--gc-interval <value>' argument missing"]);
    expect(parse(['start'])).toEqual([expect.stringContaining('too many arguments')]);
  });

  test('all wrong values at once, each naming its flag and what was given', () => {
    const errors = parse(['--gc-interval=-1', '--enable-lb=maybe', '--network-type=stt', '--lease=1s', '--log-perm=9']);
    expect(errors).toEqual([
      expect.stringMatching(/^--enable-lb: .*\(given: "maybe"\)$/),
      expect.stringMatching(/^--gc-interval: .*\(given: -1\)$/),
      expect.stringMatching(/^--network-type: .*\(given: "stt"\)$/),
      '--lease: must be at least 3s (given: "1s")',
      '--log-perm: expected an octal file mode such as 640 (given: "9")',
    ]);
  });

  test('missing required flags are one complaint', () => {
    const speaker = defineConfig({
      clusterAs: { flag: 'cluster-as', schema: z.number(), help: 'AS.' },
      podName: { env: 'POD_NAME', schema: z.string(), help: 'Pod.' },
    });
    expect(speaker.parse([], {})).toEqual({
      ok: false,
      error: ['missing required flags: --cluster-as; environment variable POD_NAME'],
    });
  });

  test('secrets are not repeated', () => {
    const secretive = defineConfig({
      password: { flag: 'auth-password', schema: z.string().max(3), secret: true, default: '', help: 'MD5.' },
    });
    const parsed = secretive.parse(['--auth-password=hunter2'], {});
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
    const fine = secretive.parse(['--auth-password=abc'], {});
    expect(fine.ok && secretive.forLog(fine.value)).toMatchObject({ password: '[secret]' });
  });
});

describe('rules over several options', () => {
  const guarded = defineConfig(
    {
      connect: { flag: 'ovsdb-con-timeout', schema: z.number(), default: 3, help: '' },
      inactivity: { flag: 'ovsdb-inactivity-timeout', schema: z.number(), default: 10, help: '' },
    },
    {
      check: ({ connect, inactivity }) => (inactivity > connect ? [] : ['inactivity must exceed the connect timeout']),
    },
  );

  test.each([
    [[], true],
    [['--ovsdb-inactivity-timeout=3'], false],
    [['--ovsdb-con-timeout=2', '--ovsdb-inactivity-timeout=3'], true],
  ])('%j: %s', (argv, fine) => {
    expect(guarded.parse(argv, {}).ok).toBe(fine);
  });

  test('are not asked about values that are wrong by themselves', () => {
    const parsed = guarded.parse(['--ovsdb-con-timeout=x'], {});
    expect(parsed.ok ? [] : parsed.error).toHaveLength(1);
  });
});

describe('mistakes of the author', () => {
  const spec = { schema: z.number(), help: '' };
  test.each([
    ['unfit default', { a: { ...spec, flag: 'a', default: 'x' } }],
    ['no name', { a: spec }],
    ['same flag twice', { a: { ...spec, flag: 'a' }, b: { ...spec, flag: 'a' } }],
    ['a built-in flag', { a: { ...spec, flag: 'log-perm' } }],
    ['a built-in option', { logPerm: { ...spec, flag: 'other' } }],
  ])('%s', (_, shape) => {
    expect(() => defineConfig(shape)).toThrow();
  });
});

test('help and version are readings of their own', () => {
  expect(config.read(['--help'], {})).toEqual({ kind: 'help' });
  expect(config.read(['-h'], {})).toEqual({ kind: 'help' });
  expect(config.read(['--version'], {})).toEqual({ kind: 'version' });
});

test('chart values and container arguments', () => {
  expect(config.chartValues()).toEqual({ func: { enableLb: true } });
  expect(config.chartArguments()).toEqual(['- --enable-lb={{ .Values.func.enableLb }}']);
});
