// CNI calls as a runtime makes them: the shim's binary, the environment of the specification, the plugin's part of the
// conflist on standard input. A C program starts the shims and takes the times.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CniConflist } from './cluster.ts';
import type { BenchPod } from './pods.ts';

const SHIM = fileURLToPath(new URL('../../../../apps/cni/dist/kube-ovn', import.meta.url));

export class ShimCalls {
  readonly #launcher: string;
  readonly #input: string;
  readonly #output: string;

  constructor(launcher: string, folder: string, { name, cniVersion, plugins }: CniConflist) {
    this.#launcher = launcher;
    this.#input = join(folder, 'shim-input.json');
    this.#output = join(folder, 'shim-output');
    const [{ capabilities: _, ...plugin }] = plugins as [CniConflist['plugins'][number]];
    writeFileSync(this.#input, JSON.stringify({ ...plugin, name, cniVersion }));
  }

  /** Milliseconds of each call. `round` tells the sandboxes of one pod apart. */
  async run(command: 'ADD' | 'DEL', pods: readonly BenchPod[], atOnce: number, round: number): Promise<number[]> {
    writeFileSync(this.#output, '');
    const args = [String(atOnce), this.#input, this.#output, SHIM];
    const launcher = spawn(this.#launcher, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    launcher.stdin.end(pods.map((pod) => `${environment(command, pod, round).join('\t')}\n`).join(''));
    const ended = once(launcher, 'exit');
    const [times, problem] = await Promise.all([text(launcher.stdout), text(launcher.stderr)]);
    const [code] = await ended;
    if (code !== 0) throw new Error(`${command}: ${problem.trim()}\n${readFileSync(this.#output, 'utf8').slice(-600)}`);
    return times
      .trim()
      .split('\n')
      .map((microseconds) => Number(microseconds) / 1000);
  }
}

function environment(command: string, pod: BenchPod, round: number): string[] {
  const args = `IgnoreUnknown=1;K8S_POD_NAMESPACE=default;K8S_POD_NAME=${pod.name};K8S_POD_UID=${pod.uid}`;
  return [
    `CNI_COMMAND=${command}`,
    `CNI_CONTAINERID=${containerId(pod, round)}`,
    `CNI_NETNS=${pod.netns}`,
    'CNI_IFNAME=eth0',
    `CNI_PATH=${dirname(SHIM)}`,
    `CNI_ARGS=${args}`,
    `PATH=${process.env.PATH}`,
  ];
}

/** The first twelve characters name the link, so they must differ. */
function containerId({ name }: BenchPod, round: number): string {
  const number = Number(name.replace('pod-', ''));
  return `${round.toString(16).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`.padEnd(64, '0');
}
