// One pod the usual way: nine `ip` commands and ovs-vsctl, each its own process, started by one shell.

import { dataPlaneCommand, runCommand } from '@kube-ovn/testkit';
import type { BenchPod } from './pods.ts';

/** Milliseconds. */
export async function usualPod(ovs: string, pod: BenchPod): Promise<number> {
  const host = `u${pod.name}`;
  const inside = `c${pod.name}`;
  const { name } = pod;
  const ip = (...args: string[]) => dataPlaneCommand('ip', args);
  const vsctl = (...args: string[]) => dataPlaneCommand('ovs-vsctl', [`--db=${ovs}`, ...args]);
  const externalId = (key: string, value: string) => `external_ids:${key}=${value}`;
  const commands = [
    ip('link', 'add', host, 'mtu', '1400', 'type', 'veth', 'peer', 'name', inside),
    ip('link', 'set', host, 'up'),
    ip('link', 'set', inside, 'netns', name),
    ip('-n', name, 'link', 'set', inside, 'name', 'eth0'),
    ip('-n', name, 'link', 'set', 'eth0', 'address', pod.mac, 'mtu', '1400'),
    ip('-n', name, 'link', 'set', 'lo', 'up'),
    ip('-n', name, 'addr', 'add', pod.cidr, 'dev', 'eth0'),
    ip('-n', name, 'link', 'set', 'eth0', 'up'),
    ip('-n', name, 'route', 'add', 'default', 'via', pod.gateway),
    vsctl('--may-exist', 'add-port', 'br-int', host, '--', 'set', 'Interface', host, externalId('iface-id', pod.port)),
    vsctl('--timeout=30', 'wait-until', 'Interface', host, externalId('ovn-installed', 'true')),
  ];
  const script = commands.map(({ file, args }) => [file, ...args].map(quoted).join(' ')).join(' && ');
  const began = performance.now();
  await runCommand({ file: 'sh', args: ['-c', script], env: commands[0]!.env });
  return performance.now() - began;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
