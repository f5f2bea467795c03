// The real OVN: databases and northd on the control plane, an Open vSwitch with ovn-controller on every node.

import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Central,
  type Chassis,
  dataPlaneCommand,
  runCommand,
  startCentral,
  startChassis,
} from '@kube-ovn/testkit';
import { type AddressPlan, type NodeAddresses, primary } from '../network/address-plan.ts';
import { namespacePath, TUNNEL_NIC } from '../network/topology.ts';
import { RUN_DIRECTORY } from './paths.ts';

export function startOvnCentral(plan: AddressPlan): Promise<Central> {
  const [controlPlane] = plan.nodes;
  return startCentral({
    tcp: primary(controlPlane!.underlay),
    netns: namespacePath(controlPlane!.name),
    runDirectory: RUN_DIRECTORY,
  });
}

export async function startOvnNode(node: NodeAddresses, central: Central): Promise<Chassis> {
  const chassis = await startChassis({
    name: node.name,
    netns: namespacePath(node.name),
    sbRemote: central.sb.tcpEndpoints[0]!,
    encapIp: primary(node.fabric),
    tunnelDevice: TUNNEL_NIC,
    runDirectory: RUN_DIRECTORY,
  });
  giveUsualNames(chassis);
  return chassis;
}

/** ovs-appctl, ovn-appctl and others find a daemon by the names that it has when nobody says otherwise. */
function giveUsualNames({ directory, vswitchd, controller }: Chassis): void {
  for (const [daemon, name] of [
    [vswitchd, 'ovs-vswitchd'],
    [controller, 'ovn-controller'],
  ] as const) {
    link(daemon.pidFile, join(directory, `${name}.pid`));
    link(daemon.controlSocket, join(directory, `${name}.${daemon.pid}.ctl`));
  }
}

function link(target: string, path: string): void {
  if (!existsSync(path)) symlinkSync(target, path);
}

/** Versions as the programs report them, for example "25.03.1" and "3.5.0". */
export async function dataPlaneVersions(): Promise<{ ovn: string; ovs: string }> {
  const [ovn, ovs] = await Promise.all(
    [
      ['ovn-nbctl', 'ovn-nbctl'],
      ['ovs-vsctl', 'ovs-vsctl'],
    ].map(async ([binary]) => {
      const text = await runCommand(dataPlaneCommand(binary!, ['--version']));
      return /(\d+\.\d+[\w.]*)/.exec(text)?.[1] ?? 'unknown';
    }),
  );
  return { ovn: ovn!, ovs: ovs! };
}

/** Logs of OVS and OVN, for the hint of where to look. */
export function dataPlaneLogs(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith('.log'));
}
