// Real namespaces for tests that compare with `ip -j`, and the reason when this machine cannot have them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Netlink, NetnsRef } from '../index.ts';

export const whyNot = reasonAgainst();
if (whyNot !== undefined) console.info(`tests with real namespaces are skipped: ${whyNot}`);

function reasonAgainst(): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  if (!existsSync('/proc/self/ns/net')) return 'no network namespaces in /proc';
  try {
    execFileSync('ip', ['-V'], { stdio: 'ignore' });
    execFileSync('unshare', ['--net', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `ip -j` in a namespace. */
export function ipJson<T>(ns: NetnsRef | undefined, ...args: readonly string[]): T[] {
  const text = execFileSync('ip', [...inNamespace(ns), '-j', ...args], { encoding: 'utf8' });
  return text.trim() === '' ? [] : (JSON.parse(text) as T[]);
}

export function ip(ns: NetnsRef | undefined, ...args: readonly string[]): void {
  execFileSync('ip', [...inNamespace(ns), ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}

function inNamespace(ns: NetnsRef | undefined): string[] {
  return ns === undefined ? [] : ['-n', ns.slice(ns.lastIndexOf('/') + 1)];
}

/** Names no other test run uses; everything made through it can be removed again at once. */
export class Playground {
  readonly #netlink: Netlink;
  readonly #made: string[] = [];
  #count = 0;

  constructor(netlink: Netlink) {
    this.#netlink = netlink;
  }

  /** At most 15 characters, as the kernel wants of link names. */
  name(): string {
    return `nl${process.pid}x${this.#count++}`;
  }

  async namespace(): Promise<NetnsRef> {
    const name = this.name();
    const path = await this.#netlink.netns.createNamed(name);
    this.#made.push(name);
    return path;
  }

  /** Links in the namespaces go with them. */
  async clear(): Promise<void> {
    for (const name of this.#made.splice(0)) await this.#netlink.netns.deleteNamed(name);
  }
}
