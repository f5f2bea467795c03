// What a new ovs-vswitchd does not know of the one before: the OpenFlow tables. Read from the old one, written into the new
// one in one bundle, so that packets are forwarded before ovn-controller comes back.

import { runTool } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';

export interface BridgeFlows {
  readonly bridge: string;
  readonly tlvMap: string;
  readonly groups: string;
  readonly flows: string;
}

const OPENFLOW = ['-O', 'OpenFlow15'];

export async function saveFlows(settings: NodeSettings, bridges: readonly string[]): Promise<BridgeFlows[]> {
  const saved = await Promise.all(bridges.map((bridge) => save(settings, bridge).catch(() => undefined)));
  return saved.filter((flows) => flows !== undefined);
}

async function save(settings: NodeSettings, bridge: string): Promise<BridgeFlows> {
  const ask = (command: string, ...flags: string[]) =>
    ofctl(settings, [...OPENFLOW, ...flags, command, target(settings, bridge)]);
  const [tlvMap, groups, flows] = await Promise.all([
    ask('dump-tlv-map'),
    ask('dump-groups'),
    ask('dump-flows', '--no-names', '--no-stats'),
  ]);
  return { bridge, tlvMap: readTlvMap(tlvMap), groups: readGroups(groups), flows: readFlows(flows) };
}

/** The bridge must be there. */
export async function restoreFlows(
  settings: NodeSettings,
  { bridge, tlvMap, groups, flows }: BridgeFlows,
): Promise<void> {
  const to = target(settings, bridge);
  const bundle = ['--bundle', ...OPENFLOW];
  if (tlvMap !== '') await ofctl(settings, [...OPENFLOW, 'add-tlv-map', to, tlvMap]).catch(() => {});
  if (groups !== '') await ofctl(settings, [...bundle, 'add-groups', to, '-'], groups);
  if (flows !== '') await ofctl(settings, [...bundle, 'add-flows', to, '-'], flows);
}

/** "{class=0x102,type=0x80,len=4}->tun_metadata0" of the table, by comma. */
export function readTlvMap(text: string): string {
  const rows = [...text.matchAll(/^\s*(0x[0-9a-f]+)\s+(0x[0-9a-f]+)\s+(\d+)\s+(tun_metadata\d+)\s*$/gm)];
  return rows.map(([, kind, type, size, field]) => `{class=${kind},type=${type},len=${size}}->${field}`).join(',');
}

export function readGroups(text: string): string {
  return linesWith(text, 'group_id=').join('\n');
}

/** Only what came from a controller: the switch makes its own. */
export function readFlows(text: string): string {
  return linesWith(text, 'actions=')
    .map((line) => line.replace(/^cookie=/, 'cookie='))
    .join('\n');
}

function linesWith(text: string, part: string): string[] {
  return text.split('\n').flatMap((line) => (line.includes(part) ? [line.trim()] : []));
}

function target({ directories }: NodeSettings, bridge: string): string {
  return `unix:${directories.run}/${bridge}.mgmt`;
}

function ofctl({ command }: NodeSettings, args: readonly string[], input = ''): Promise<string> {
  return runTool(command('ovs-ofctl', ['-voff', ...args]), { input, timeoutMs: 20_000 });
}
