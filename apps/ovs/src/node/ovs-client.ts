// The node's Open_vSwitch database as the supervisor sees it.

import { connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { NodeSettings } from '../settings.ts';
import { privateSocket } from './database.ts';

const MONITOR = {
  Open_vSwitch: ['external_ids', 'other_config', 'bridges'],
  Bridge: ['name', 'ports', 'datapath_type', 'other_config', 'external_ids'],
  Port: ['name', 'interfaces', 'external_ids'],
  Interface: ['name', 'type', 'ofport', 'ofport_request', 'error', 'mtu_request', 'external_ids'],
};

export function openOvs({ directories, log }: NodeSettings, generation: string): OvsdbClient {
  return connect({
    endpoints: [`unix:${privateSocket(directories, generation)}`],
    database: 'Open_vSwitch',
    monitor: MONITOR,
    inactivityProbeMs: 0,
    onStateChange: (state, why) => {
      if (state === 'current' || why) log.info({ state, why }, 'Open_vSwitch database');
    },
  });
}

export function bridgeNames(client: OvsdbClient): string[] {
  return Array.from(client.replica.table('Bridge').rows(), ({ name }) => String(name));
}
