// helm and kubectl, on one cluster.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { KubeObject } from '@kube-ovn/kube';

export interface ToolOptions {
  readonly kubeconfig: string;
  readonly helm: string;
  readonly kubectl: string;
  readonly release: string;
  readonly namespace: string;
  /** Of the API server, as lines of JSON; a cluster may have none that one can read. */
  readonly auditLog?: string;
}

export interface Tools extends ToolOptions {
  runHelm(...args: string[]): Promise<string>;
  runKubectl(...args: string[]): Promise<string>;
  /** Objects as JSON. */
  list(...args: string[]): Promise<KubeObject[]>;
  /** kubectl VERB -f - */
  send(verb: readonly string[], objects: readonly object[]): Promise<void>;
  until(what: string, probe: () => Promise<boolean>, timeoutMs?: number): Promise<void>;
}

const LIMIT_MS = 300_000;

export function openTools(options: ToolOptions): Tools {
  const env = { ...process.env, KUBECONFIG: options.kubeconfig };
  const run = async (file: string, args: readonly string[]) => {
    try {
      const { stdout } = await promisify(execFile)(file, args, { env, timeout: LIMIT_MS, maxBuffer: 256 * 2 ** 20 });
      return stdout;
    } catch (error) {
      const { stderr = '', message } = error as Error & { stderr?: string };
      throw new Error(`${args.slice(0, 4).join(' ')}: ${stderr.trim() || message}`, { cause: error });
    }
  };
  const runKubectl = (...args: string[]) => run(options.kubectl, args);
  return {
    ...options,
    runKubectl,
    runHelm: (...args) => run(options.helm, ['--namespace', options.namespace, ...args]),
    list: async (...args) => JSON.parse(await runKubectl('get', ...args, '-o', 'json')).items,
    async send(verb, objects) {
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
      const child = spawn(options.kubectl, [...verb, '-f', '-'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
      let complaint = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        complaint += chunk;
      });
      child.stdin.end(list);
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`kubectl ${verb[0]}: ${complaint.trim()}`);
    },
    async until(what, probe, timeoutMs = 120_000) {
      const end = performance.now() + timeoutMs;
      let last: unknown;
      for (;;) {
        try {
          if (await probe()) return;
        } catch (error) {
          last = error;
        }
        if (performance.now() > end) throw new Error(`not in ${timeoutMs / 1000} s: ${what}`, { cause: last });
        await sleep(500);
      }
    },
  };
}
