// Executes CNI plugins as libcni does: one process per plugin and command, environment and standard input by the
// specification, the result of one plugin handed to the next.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CniConfig, CniPlugin } from './cni-config.ts';

export type CniCommand = 'ADD' | 'DEL' | 'CHECK' | 'STATUS';

export interface CniAttachment {
  readonly containerId: string;
  /** Path of the pod's network namespace. */
  readonly netns: string;
  readonly ifName: string;
  /** For CNI_ARGS. */
  readonly args: Readonly<Record<string, string>>;
}

export interface CniResult {
  readonly cniVersion: string;
  readonly ips?: readonly { readonly address: string; readonly gateway?: string }[];
  readonly [key: string]: unknown;
}

export interface CniHost {
  /** Folder with the plugins' binaries: CNI_PATH. */
  readonly binaries: string;
  /** Network namespace of the node, where a runtime lives. */
  readonly netns: string;
}

export class CniError extends Error {
  readonly code: number;

  constructor(plugin: string, command: CniCommand, code: number, text: string) {
    super(`${plugin} ${command}: ${text}`);
    this.name = 'CniError';
    this.code = code;
  }
}

const TIMEOUT_MS = 240_000;

/** Plugins of the list whose binary is not there; a real runtime would refuse the list, we go on without them. */
export function absentPlugins(host: CniHost, config: CniConfig): string[] {
  return config.plugins.map(({ type }) => type).filter((type) => !existsSync(join(host.binaries, type)));
}

export async function addAttachment(host: CniHost, config: CniConfig, attachment: CniAttachment): Promise<CniResult> {
  let result: CniResult | undefined;
  for (const plugin of presentPlugins(host, config)) {
    const output = await callPlugin(host, config, plugin, 'ADD', attachment, result);
    result = JSON.parse(output) as CniResult;
  }
  if (!result) throw new Error(`the CNI configuration ${config.name} has no plugin that could be executed`);
  return result;
}

export async function deleteAttachment(
  host: CniHost,
  config: CniConfig,
  attachment: CniAttachment,
  previous: CniResult | undefined,
): Promise<void> {
  for (const plugin of presentPlugins(host, config).reverse()) {
    await callPlugin(host, config, plugin, 'DEL', attachment, previous);
  }
}

/** Rejects with what the first unready plugin says. Versions before 1.1.0 have no STATUS: ready as soon as configured. */
export async function askStatus(host: CniHost, config: CniConfig): Promise<void> {
  if (!knowsStatus(config.cniVersion)) return;
  const [plugin] = presentPlugins(host, config);
  if (plugin) await callPlugin(host, config, plugin, 'STATUS');
}

export function knowsStatus(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 1);
}

/** Standard input of a plugin. */
export function pluginInput(config: CniConfig, plugin: CniPlugin, previous: CniResult | undefined): string {
  const { name, cniVersion } = config;
  // What a runtime takes out of the list for itself.
  const { capabilities: _, ...own } = plugin;
  return JSON.stringify({ ...own, name, cniVersion, ...(previous && { prevResult: previous }) });
}

export function pluginEnv(host: CniHost, command: CniCommand, attachment?: CniAttachment): Record<string, string> {
  const env: Record<string, string> = { CNI_COMMAND: command, CNI_PATH: host.binaries, PATH: process.env.PATH ?? '' };
  if (!attachment) return env;
  return {
    ...env,
    CNI_CONTAINERID: attachment.containerId,
    CNI_NETNS: attachment.netns,
    CNI_IFNAME: attachment.ifName,
    CNI_ARGS: Object.entries(attachment.args)
      .map(([key, value]) => `${key}=${value}`)
      .join(';'),
  };
}

function presentPlugins(host: CniHost, config: CniConfig): CniPlugin[] {
  const absent = new Set(absentPlugins(host, config));
  return config.plugins.filter(({ type }) => !absent.has(type));
}

function callPlugin(
  host: CniHost,
  config: CniConfig,
  plugin: CniPlugin,
  command: CniCommand,
  attachment?: CniAttachment,
  previous?: CniResult,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const args = [`--net=${host.netns}`, '--', join(host.binaries, plugin.type)];
  const env = pluginEnv(host, command, attachment);
  const child = execFile('nsenter', args, { env, timeout: TIMEOUT_MS }, (failure, stdout, stderr) => {
    if (!failure) return resolve(stdout);
    const { code = 999, text } = parseFailure(stdout, stderr || failure.message);
    reject(new CniError(plugin.type, command, code, text));
  });
  // A plugin that ends without reading is judged by its exit code.
  child.stdin?.on('error', () => {});
  child.stdin?.end(pluginInput(config, plugin, previous));
  return promise;
}

function parseFailure(stdout: string, otherwise: string): { code?: number; text: string } {
  try {
    const { code, msg, details } = JSON.parse(stdout) as { code: number; msg: string; details?: string };
    return { code, text: details ? `${msg} (${details})` : msg };
  } catch {
    return { text: stdout.trim() || otherwise.trim() };
  }
}
