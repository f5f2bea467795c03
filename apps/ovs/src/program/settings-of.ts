// From the environment to settings.

import { type SupervisorLog, systemCommand, type TlsFiles } from '@kube-ovn/supervise';
import { type NodeConfig, southboundEndpoints } from '../config.ts';
import type { Datapath, NodeSettings } from '../settings.ts';

export function settingsOf(
  config: NodeConfig,
  parts: { readonly log: SupervisorLog; readonly tls: TlsFiles | undefined; readonly datapath: Datapath },
): NodeSettings {
  const { etcDirectory: etc, runDirectory: run, ovnRunDirectory: ovnRun, schemaDirectory: schema } = config;
  return {
    ...parts,
    nodeName: config.nodeName || config.kubeNodeName,
    nodeIps: [config.podIp, ...config.podIps].filter((ip) => ip !== ''),
    tunnelNic: config.tunnelNic,
    encapType: config.tunnelType,
    southbound: southboundEndpoints(config),
    southboundProbeMs: config.remoteProbeInterval,
    openflowProbeSeconds: config.openflowProbeInterval,
    hardwareOffload: config.hardwareOffload,
    directories: { etc, run, ovnRun, schema },
    command: systemCommand({ OVS_RUNDIR: run, OVN_RUNDIR: ovnRun, OVS_SYSCONFDIR: etc, OVS_DBDIR: etc }),
  };
}
