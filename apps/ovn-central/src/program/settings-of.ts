// From the environment to settings.

import { type SupervisorLog, systemCommand, type TlsFiles } from '@kube-ovn/supervise';
import type { CentralConfig } from '../config.ts';
import { type CentralObserver, type CentralSettings, DEFAULT_PORTS, DEFAULT_TIMING } from '../settings.ts';

const HOUR_MS = 3_600_000;

export function settingsOf(
  config: CentralConfig,
  parts: {
    readonly log: SupervisorLog;
    readonly tls: TlsFiles | undefined;
    readonly observer: CentralObserver;
    readonly others: CentralSettings['others'];
  },
): CentralSettings {
  const { runDirectory, dataDirectory, schemaDirectory } = config;
  return {
    ...parts,
    self: config.podIp,
    members: config.nodeIps,
    listen: listenOn(config),
    ports: DEFAULT_PORTS,
    tlsArguments: tlsArguments(config),
    ...{ dataDirectory, runDirectory, schemaDirectory },
    clientProbeMs: config.probeInterval,
    northdProbeMs: config.northdProbeInterval,
    northdThreads: config.northdThreads,
    compactEveryMs: config.enableCompact ? HOUR_MS : 0,
    timing: DEFAULT_TIMING,
    command: systemCommand({ OVN_RUNDIR: runDirectory, OVS_RUNDIR: runDirectory, OVN_DBDIR: dataDirectory }),
  };
}

export function listenOn({
  bindLocalIp,
  podIp,
  podIps,
}: Pick<CentralConfig, 'bindLocalIp' | 'podIp' | 'podIps'>): string[] {
  const own = [...new Set([podIp, ...podIps])].filter((ip) => ip !== '');
  if (bindLocalIp && own.length > 0) return own;
  // Where IPv6 is switched off, nothing can listen on "::".
  return own.some((ip) => ip.includes(':')) ? ['::'] : ['0.0.0.0'];
}

function tlsArguments({ tlsMinVersion, tlsMaxVersion, tlsCiphers }: CentralConfig): string[] {
  const oldest = tlsMinVersion ?? 'TLSv1.2';
  const protocols = tlsMaxVersion ? `${oldest}-${tlsMaxVersion}` : `${oldest}+`;
  const names = tlsCiphers?.split(':') ?? [];
  const newer = names.filter((name) => name.startsWith('TLS_'));
  const older = names.filter((name) => !name.startsWith('TLS_'));
  return [
    `--ssl-protocols=${protocols}`,
    ...(older.length > 0 ? [`--ssl-ciphers=${older.join(':')}`] : []),
    ...(newer.length > 0 ? [`--ssl-ciphersuites=${newer.join(':')}`] : []),
  ];
}
