// What a new ovs-vswitchd does not know of the one before: the OpenFlow tables. Read from the old one, and written into the
// new one in one bundle, so that packets are forwarded before ovn-controller comes back.

import { runTool } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';

export interface BridgeFlows {
  readonly bridge: string;
  /** As `ovs-ofctl add-tlv-map` takes it. */
  readonly tlvMap: string;
  /** As `ovs-ofctl bundle` takes it: groups first, then flows. */
  readonly bundle: string;
  readonly count: number;
}

const OPENFLOW = ['-voff', '-O', 'OpenFlow15'];

/** Rejects when a bridge does not tell: a switch without flows would be as silent as none, only longer. */
export function saveFlows(settings: NodeSettings, bridges: readonly string[]): Promise<BridgeFlows[]> {
  return Promise.all(bridges.map((bridge) => save(settings, bridge)));
}

async function save(settings: NodeSettings, bridge: string): Promise<BridgeFlows> {
  const target = `unix:${managementSocket(settings, bridge)}`;
  const ask = (...args: string[]) => runTool(settings.command('ovs-ofctl', [...OPENFLOW, ...args, target]));
  const [tlvMap, groups, flows] = await Promise.all([
    ask('dump-tlv-map'),
    ask('dump-groups'),
    ask('--no-names', '--no-stats', 'dump-flows'),
  ]);
  const [groupLines, flowLines] = [linesWith(groups, 'group_id='), linesWith(flows, 'actions=')];
  const bundle = [...groupLines.map((line) => `group add ${line}`), ...flowLines.map((line) => `flow add ${line}`)];
  return { bridge, tlvMap: readTlvMap(tlvMap), bundle: bundle.join('\n'), count: flowLines.length };
}

/** Both commands wait at `socket` until somebody answers there. */
export function tlvMapCommand(settings: NodeSettings, socket: string, { tlvMap }: BridgeFlows): Promise<string> {
  return runTool(settings.command('ovs-ofctl', [...OPENFLOW, 'add-tlv-map', `unix:${socket}`, tlvMap]));
}

export function bundleCommand(settings: NodeSettings, socket: string, { bundle }: BridgeFlows): Promise<string> {
  return runTool(settings.command('ovs-ofctl', [...OPENFLOW, 'bundle', `unix:${socket}`, '-']), { input: bundle });
}

export function managementSocket({ directories }: NodeSettings, bridge: string): string {
  return `${directories.run}/${bridge}.mgmt`;
}

/** "{class=0x102,type=0x80,len=4}->tun_metadata0" of the rows of the table, by comma. */
export function readTlvMap(text: string): string {
  const rows = [...text.matchAll(/^\s*(0x[0-9a-f]+)\s+(0x[0-9a-f]+)\s+(\d+)\s+(tun_metadata\d+)\s*$/gm)];
  return rows.map(([, kind, type, size, field]) => `{class=${kind},type=${type},len=${size}}->${field}`).join(',');
}

function linesWith(text: string, part: string): string[] {
  return text.split('\n').flatMap((line) => (line.includes(part) ? [line.trim()] : []));
}
