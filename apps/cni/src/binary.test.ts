// The built binary against a daemon on a real socket: it must say what the same code says under Node, and survive a hostile world.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BINARY, build } from '../scripts/build.ts';
import { hasBuildRoot, missingBuildRoot } from '../scripts/build-root.ts';
import { SUPPORTED_VERSIONS } from './index.ts';
import { type FakeDaemon, jsonReply, startFakeDaemon } from './testing/fake-daemon.ts';
import type { FakeReply } from './testing/fake-host.ts';
import { runBinary } from './testing/run-binary.ts';
import { ANSWER, CONF, ENV, runShim } from './testing/sample.ts';

/** PT_INTERP: the path of a dynamic loader, which a host may not have. */
const INTERPRETER = 3;

const skipped = !hasBuildRoot();
if (skipped) console.warn(`tests of the shim's binary are skipped: ${missingBuildRoot()}`);

describe.skipIf(skipped)('the binary', () => {
  let daemon: FakeDaemon;
  beforeAll(async () => {
    await build();
    daemon = await startFakeDaemon();
  });
  afterAll(() => daemon.close());

  function execute(command: string, conf: object = {}, env: Record<string, string | undefined> = {}) {
    const stdin = JSON.stringify({ ...CONF, server_socket: daemon.socket, ...conf });
    return runBinary({ env: { CNI_COMMAND: command, ...ENV, ...env }, stdin });
  }

  test('is static and at most 3 MiB', async () => {
    expect((await build()).bytes).toBeLessThanOrEqual(3 * 1024 * 1024);
    expect(programHeaders(await readFile(BINARY))).not.toContain(INTERPRETER);
  });

  const prevResult = { cniVersion: '1.0.0', interfaces: [{ name: 'br0' }], ips: [], dns: { search: ['ü.例え'] } };
  const valid = { 'cni.dev/valid-attachments': [{ containerID: 'c1', ifname: 'eth0' }] };
  const ready: FakeReply = { status: 200, json: {} };
  const cases: [string, object, FakeReply][] = [
    ...SUPPORTED_VERSIONS.flatMap((cniVersion): [string, object, FakeReply][] => [
      ['ADD', { cniVersion, prevResult }, { status: 200, json: ANSWER }],
      ['ADD', { cniVersion, type: 'macvlan', ipam: { type: 'kube-ovn' } }, { status: 200, json: ANSWER }],
      ['ADD', { cniVersion }, { status: 500, json: { error: 'ovs ist nicht bereit: ü 🦊', code: 'ERR_CNI_OVS' } }],
      ['DEL', { cniVersion }, { status: 204 }],
      ['CHECK', { cniVersion, prevResult }, ready],
      ['CHECK', { cniVersion, prevResult }, { status: 500, json: { error: 'no', code: 'ERR_CNI_CHECK' } }],
      ['STATUS', { cniVersion }, ready],
      ['STATUS', { cniVersion }, { status: 503, json: { code: 51, error: 'OVS is not up' } }],
      ['GC', { cniVersion, ...valid }, ready],
      ['VERSION', { cniVersion }, ready],
    ]),
    ['ADD', { cniVersion: '3.0.0' }, ready],
    ['NOPE', {}, ready],
    ['ADD', { server_socket: 'x' }, ready],
    ['ADD', {}, { status: 200, text: 'not JSON' }],
    ['ADD', {}, { pieces: ['HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"ips":[{'], end: 'close' }],
    ['ADD', {}, { pieces: ['HTTP/1.1 200 OK\r\nContent-'], end: 'close' }],
    ['ADD', {}, { pieces: ['\0\x01\xff binary'], end: 'close' }],
    ['DEL', {}, { pieces: [], end: 'close' }],
    [
      'ADD',
      {},
      { pieces: ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n', '0\r\n\r\n'], end: 'silence' },
    ],
  ];

  test.each(cases)('%s %j after %j says what the code says under Node', async (command, change, reply) => {
    const ipam = 'ipam' in change ? { ipam: { type: 'kube-ovn', server_socket: daemon.socket } } : {};
    const conf = { server_socket: daemon.socket, ...change, ...ipam };
    daemon.answer = (connection) => {
      if ('connect' in reply) throw new Error('this daemon exists');
      if ('pieces' in reply) {
        for (const piece of reply.pieces) connection.write(piece);
        if (reply.end === 'close') connection.end();
        return;
      }
      const text = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
      connection.end(
        `HTTP/1.1 ${reply.status} Some Reason\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
    };
    const expected = runShim(command, { conf, daemon: reply });
    const before = daemon.requests.length;
    const real = await execute(command, conf);
    expect(real).toEqual({ stdout: expected.stdout, stderr: '', exitCode: expected.exitCode, signal: null });
    expect(daemon.requests.slice(before).map(({ body }) => body && JSON.parse(body))).toEqual(
      expected.host.requests.map(({ body }) => body ?? ''),
    );
  });

  test('absent socket, and a file where the socket should be', async () => {
    const absent = await execute('DEL', { server_socket: daemon.absent });
    expect(JSON.parse(absent.stdout)).toMatchObject({
      code: 11,
      msg: expect.stringContaining('the socket does not exist'),
    });
    const file = `${daemon.absent}.file`;
    await writeFile(file, '');
    const refused = await execute('STATUS', { cniVersion: '1.1.0', server_socket: file });
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: 50, msg: expect.stringContaining('nobody listens') });
    const beyond = await execute('ADD', { server_socket: `${file}/x.sock` });
    expect(JSON.parse(beyond.stdout)).toMatchObject({ code: 11, msg: expect.stringContaining('not a directory') });
  });

  test('a daemon that writes byte by byte', async () => {
    daemon.answer = (connection) => {
      connection.setNoDelay(true);
      const bytes = [...jsonReply(200, { ips: [{ ip: '10.0.0.1', cidr: '10.0.0.0/8' }] })];
      const next = () => {
        const byte = bytes.shift();
        if (byte === undefined) connection.end();
        else connection.write(byte, () => setImmediate(next));
      };
      next();
    };
    const { stdout } = await execute('ADD');
    expect(JSON.parse(stdout)).toMatchObject({ ips: [{ address: '10.0.0.1/8' }] });
  });

  test('a silent daemon cannot hold STATUS', async () => {
    daemon.answer = () => undefined;
    const { stdout, exitCode } = await execute('STATUS', { cniVersion: '1.1.0' });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 50,
      msg: expect.stringContaining('no complete answer within 4 s'),
    });
  });

  test('a killed shim closes its connection, so that the daemon can give up the ADD', async () => {
    let kill = () => {};
    const closed = new Promise<void>((resolve) => {
      daemon.answer = (connection) => {
        connection.on('close', () => resolve());
        connection.resume();
        kill();
      };
    });
    const stdin = JSON.stringify({ ...CONF, server_socket: daemon.socket });
    const onSpawn = (killShim: () => void) => {
      kill = killShim;
    };
    const { signal } = await runBinary({ env: { CNI_COMMAND: 'ADD', ...ENV }, stdin, onSpawn });
    expect(signal).toBe('SIGKILL');
    await closed;
  });

  test('20 at once, each with its own answer, none before all have asked', async () => {
    const waiting: (() => void)[] = [];
    daemon.answer = (connection, { body }) => {
      const { container_id } = JSON.parse(body);
      waiting.push(() => connection.end(jsonReply(200, { ...ANSWER, nicname: container_id })));
      if (waiting.length === 20) for (const reply of waiting) reply();
    };
    const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const results = await Promise.all(ids.map((id) => execute('ADD', {}, { CNI_CONTAINERID: id })));
    expect(results.map(({ stdout }) => JSON.parse(stdout).interfaces[0].name)).toEqual(ids);
  });

  describe('large and hostile input', () => {
    test.each([64, 256, 4096])('%i KiB of configuration, dns and routes with it', async (kib) => {
      const search = Array.from({ length: kib * 8 }, (_, index) => `${index}.zürich.例え.example`.padEnd(120, 'x'));
      daemon.answer = (connection) => connection.end(jsonReply(200, ANSWER));
      const { stdout, exitCode } = await execute('ADD', { dns: { search } });
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout).dns.search).toEqual(search);
      expect(JSON.parse(daemon.requests.at(-1)!.body).dns.search).toEqual(search);
    });

    test('a large answer', async () => {
      const routes = Array.from({ length: 20_000 }, (_, index) => ({
        dst: `10.${index >> 8}.${index & 255}.0/24`,
        gw: '10.0.0.1',
      }));
      daemon.answer = (connection) => connection.end(jsonReply(200, { ...ANSWER, routes }));
      expect(JSON.parse((await execute('ADD')).stdout).routes).toEqual(routes);
    });

    test.each([
      ['more than 16 MiB', Buffer.alloc(17 * 1024 * 1024, 0x20), 5],
      ['a million brackets', Buffer.alloc(1_000_000, 0x5b), 6],
      ['deep but closed', Buffer.from(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), 6],
      ['noise', Buffer.from([0, 255, 254, 128, 13, 10, 27]), 6],
      ['half a character', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xe4, 0xbe])]), 6],
      ['nothing', Buffer.alloc(0), 6],
    ])('standard input: %s', async (_name, stdin, code) => {
      const { stdout, stderr, exitCode, signal } = await runBinary({ env: { CNI_COMMAND: 'ADD', ...ENV }, stdin });
      expect({ stderr, exitCode, signal }).toEqual({ stderr: '', exitCode: 1, signal: null });
      expect(JSON.parse(stdout)).toMatchObject({ code });
    });

    test('an empty environment', async () => {
      const { stdout, exitCode } = await runBinary({});
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ code: 4, msg: expect.stringContaining('CNI_COMMAND is not set') });
    });

    test.each(['CNI_COMMAND', 'CNI_CONTAINERID', 'CNI_IFNAME', 'CNI_ARGS'])('100 KiB in %s', async (name) => {
      const { stdout, exitCode } = await execute('ADD', {}, { [name]: '/'.repeat(100 * 1024) });
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ code: 4, msg: expect.stringContaining(name) });
      expect(stdout.length).toBeLessThan(600);
    });

    test('a reader of standard output that is gone', async () => {
      const script = 'CNI_COMMAND=VERSION "$0" </dev/null 2>/dev/null >/dev/full; echo $?';
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, BINARY]);
      expect(stdout).toBe('1\n');
    });
  });
});

/** Types of the program headers of a 64-bit ELF file. */
function programHeaders(elf: Buffer): number[] {
  const [start, size, count] = [Number(elf.readBigUInt64LE(32)), elf.readUInt16LE(54), elf.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => elf.readUInt32LE(start + index * size));
}
