// Milliseconds per pod, against `ip -batch` doing the same: node packages/netlink/scripts/pod.bench.ts (as root).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type NetnsRef, openNetlink } from '../src/index.ts';

const PODS = 20;
const ROUNDS = 5;
const run = promisify(execFile);
const netlink = await openNetlink();

interface Pod {
  readonly name: string;
  readonly ns: NetnsRef;
  readonly host: string;
  readonly cidr: string;
  readonly mac: string;
}

const pods: Pod[] = [];
for (let i = 0; i < PODS; i++) {
  const name = `nb${process.pid}x${i}`;
  const mac = `02:00:00:00:01:${i.toString(16).padStart(2, '0')}`;
  pods.push({ name, ns: await netlink.netns.createNamed(name), host: `${name}h`, cidr: `10.16.0.${i + 2}/16`, mac });
}

async function byNetlink({ ns, host, cidr, mac }: Pod): Promise<void> {
  await netlink.createVeth({ host, mtu: 1400, peer: { name: 'eth0', mac, ns } });
  const routes = [{ family: 4, gateway: '10.16.0.1' }] as const;
  await netlink.configurePod({ ns, link: 'eth0', addresses: [{ cidr }], routes, loopback: true });
}

async function byBatch({ name, host, cidr, mac }: Pod): Promise<void> {
  await batch(
    [],
    [`link add ${host} mtu 1400 type veth peer name eth0 address ${mac} mtu 1400 netns ${name}`, `link set ${host} up`],
  );
  await batch(
    ['-n', name],
    ['link set lo up', 'link set eth0 up', `addr add ${cidr} dev eth0`, 'route add default via 10.16.0.1'],
  );
}

async function batch(options: readonly string[], lines: readonly string[]): Promise<void> {
  const running = run('ip', [...options, '-batch', '-']);
  running.child.stdin?.end(`${lines.join('\n')}\n`);
  await running;
}

async function measure(title: string, create: (pod: Pod) => Promise<void>): Promise<void> {
  const sequential: number[] = [];
  const walls: number[] = [];
  const each: number[] = [];
  const removals: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const pod of pods) sequential.push(await timed(() => create(pod)));
    removals.push(await timed(removeAll));
    walls.push(await timed(() => Promise.all(pods.map(async (pod) => each.push(await timed(() => create(pod)))))));
    await removeAll();
  }
  console.log(
    `${title.padEnd(10)} one by one: ${summary(sequential)}; ${PODS} at once: wall ${summary(walls)}, each ${summary(each)}`,
  );
  console.log(`${''.padEnd(10)} removal of ${PODS} at once (always by netlink): ${summary(removals)}`);
}

async function removeAll(): Promise<void> {
  await Promise.all(pods.map(({ host }) => netlink.deleteLink(host)));
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function summary(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1]?.toFixed(1)} ms (max ${sorted.at(-1)?.toFixed(1)})`;
}

try {
  await measure('warm-up', byNetlink);
  await measure('netlink', byNetlink);
  await measure('ip -batch', byBatch);
} finally {
  for (const { name } of pods) await netlink.netns.deleteNamed(name);
  await netlink.close();
}
