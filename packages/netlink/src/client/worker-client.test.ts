// The life of the worker: its death is told to everybody who waits, its end lets the process go.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { openNetlink } from '../index.ts';
import { netlinkOf } from './open-netlink.ts';
import { WorkerClient } from './worker-client.ts';

const workerFile = new URL('../worker/main.ts', import.meta.url);
const descriptors = () => readdirSync('/proc/self/fd').length;

describe.skipIf(process.platform !== 'linux')('worker', () => {
  test('a killed worker rejects what is pending and what comes later', async () => {
    const client = await WorkerClient.start(workerFile);
    const netlink = netlinkOf(client);
    expect((await netlink.link('lo'))?.index).toBe(1);
    const watch = netlink.watch();
    await watch.ready;
    const ping = netlink.ping('192.0.2.1', { timeoutMs: 600_000 });
    const message = /the netlink worker died/;
    const outcomes = [expect(ping).rejects.toThrow(message), expect(nextOf(watch)).rejects.toThrow(message)];
    await client.worker.terminate();
    await Promise.all(outcomes);
    expect((await netlink.failed).message).toMatch(message);
    await expect(netlink.links()).rejects.toThrow(message);
    await netlink.close();
  });

  test('close rejects what is pending, ends watches and can be repeated', async () => {
    const netlink = await openNetlink();
    const ping = expect(netlink.ping('192.0.2.1', { timeoutMs: 600_000 })).rejects.toThrow('netlink is closed');
    const watch = netlink.watch();
    await watch.ready;
    const end = nextOf(watch);
    await netlink.close();
    await netlink.close();
    await ping;
    expect(await end).toBeUndefined();
    await expect(netlink.links()).rejects.toThrow('netlink is closed');
  });

  test('opening and closing leaves no descriptor', async () => {
    await (await openNetlink()).close();
    const before = descriptors();
    for (let i = 0; i < 5; i++) {
      const netlink = await openNetlink();
      const watch = netlink.watch();
      await watch.ready;
      await netlink.close();
    }
    expect(descriptors()).toBeLessThanOrEqual(before);
  });

  test('a worker file that does not exist', async () => {
    await expect(openNetlink({ workerFile: new URL('./no-such-worker.ts', import.meta.url) })).rejects.toThrow();
  });

  const program = (rest: string) => `
    import { openNetlink } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
    const netlink = await openNetlink();
    console.log((await netlink.link('lo')).name);
    ${rest}
  `;
  const runProgram = (text: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8', timeout: 30_000 }).trim();

  test('an idle worker does not keep the process alive', () => {
    expect(runProgram(program(''))).toBe('lo');
  });

  test('nor does a closed one', () => {
    expect(runProgram(program('const w = netlink.watch(); await w.ready; await netlink.close();'))).toBe('lo');
  });

  test('process.exit() is not held up', () => {
    expect(runProgram(program('netlink.watch(); process.exit(0);'))).toBe('lo');
  });

  test('bundled: one main file, the worker beside it, koffi from node_modules', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'netlink-bundle-'));
    try {
      const source = fileURLToPath(new URL('..', import.meta.url));
      const stdin = {
        contents: program('await netlink.close();').replace(/"file:.*?"/, '"./index.ts"'),
        resolveDir: source,
      };
      const common: BuildOptions = { bundle: true, format: 'esm', platform: 'node', external: ['koffi'] };
      await build({ ...common, stdin: { ...stdin, loader: 'ts' }, outfile: join(directory, 'main.mjs') });
      await build({
        ...common,
        entryPoints: [join(source, 'worker/main.ts')],
        outfile: join(directory, 'netlink-worker.mjs'),
      });
      symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(directory, 'node_modules'));
      const output = execFileSync(process.execPath, [join(directory, 'main.mjs')], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(output.trim()).toBe('lo');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

async function nextOf<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value;
  return undefined;
}
