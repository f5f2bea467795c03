// Everything the supervisor of one node is told from outside, already checked.

import type { MakeCommand, SupervisorLog, TlsFiles } from '@kube-ovn/supervise';

export type Datapath = 'system' | 'userspace';

export interface NodeSettings {
  readonly nodeName: string;
  /** Addresses of the node that no tunnel NIC may carry. */
  readonly nodeIps: readonly string[];
  readonly datapath: Datapath;
  /** NIC that is given to the switch in userspace mode. */
  readonly tunnelNic: string;
  readonly encapType: string;
  /** Endpoints of the Southbound database, by comma. */
  readonly southbound: string;
  readonly southboundProbeMs: number;
  readonly openflowProbeSeconds: number;
  readonly hardwareOffload: boolean;
  readonly tls: TlsFiles | undefined;
  readonly directories: Directories;
  readonly command: MakeCommand;
  readonly log: SupervisorLog;
  readonly logDirectory?: string;
  /** Network namespace of the node; undefined: our own. For tests. */
  readonly netns?: string;
}

export interface Directories {
  /** conf.db, system-id.conf; survives a reboot. */
  readonly etc: string;
  /** Sockets and pid files of Open vSwitch. */
  readonly run: string;
  /** Those of ovn-controller. */
  readonly ovnRun: string;
  /** vswitch.ovsschema */
  readonly schema: string;
}

export const TUNNEL_BRIDGE = 'br-phy';
export const INTEGRATION_BRIDGE = 'br-int';
