// The CNI shim: milliseconds of one ADD against a daemon that answers at once, alone and 20 at a time, and its size. The floor
// is a C program that does the same request and nothing else. What is left is the price of the shim's own work.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '@kube-ovn/cni/build';
import { compileNative } from './compile-native.ts';

export interface ShimFigures {
  readonly shimP50Ms: number;
  /** 20 started at once. */
  readonly shimP50Ms20: number;
  readonly shimMiB: number;
}

const ALONE = { waves: 200, atOnce: 1 };
const TWENTY = { waves: 15, atOnce: 20 };

export async function run(): Promise<{ figures: ShimFigures; floors: ShimFigures }> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-ovn-bench-'));
  const socket = join(folder, 'daemon.sock');
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    connection.once('data', () => connection.end(REPLY));
  });
  try {
    server.listen(socket);
    await once(server, 'listening');
    const { binary } = await build();
    const [post, launch] = [join(folder, 'post'), join(folder, 'launch')];
    await compileNative(post);
    await compileNative(launch);
    const input = join(folder, 'input.json');
    await writeFile(
      input,
      JSON.stringify({ cniVersion: '1.1.0', name: 'kube-ovn', type: 'kube-ovn', server_socket: socket }),
    );
    const measure = (program: string) => measureProgram(launch, program, input, socket);
    return { figures: await measure(binary), floors: await measure(post) };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureProgram(launch: string, program: string, input: string, socket: string): Promise<ShimFigures> {
  const env = { ...POD, SOCKET: socket };
  const median = async ({ waves, atOnce }: typeof ALONE): Promise<number> => {
    const { stdout } = await promisify(execFile)(launch, [String(waves), String(atOnce), input, program], { env });
    const sorted = stdout
      .trim()
      .split('\n')
      .map(Number)
      .sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]! / 1000;
  };
  // The first wave fills the page cache and the socket code of this process.
  await median({ waves: 10, atOnce: 4 });
  const [shimP50Ms, shimP50Ms20] = [await median(ALONE), await median(TWENTY)];
  return { shimP50Ms, shimP50Ms20, shimMiB: (await stat(program)).size / 1024 / 1024 };
}

const POD = {
  CNI_COMMAND: 'ADD',
  CNI_CONTAINERID: 'c0ffee',
  CNI_NETNS: '/var/run/netns/pod',
  CNI_IFNAME: 'eth0',
  CNI_ARGS: 'IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0',
};

const ANSWER = JSON.stringify({
  ips: [{ protocol: 'IPv4', ip: '10.16.0.5', cidr: '10.16.0.0/16', gateway: '10.16.0.1' }],
  mac_address: '00:00:00:ab:cd:01',
  nicname: 'eth0',
  mtu: 1400,
});
const REPLY = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${ANSWER.length}\r\nConnection: close\r\n\r\n${ANSWER}`;
