// `ovs leave`: undoes what was done to this node, with or without a running supervisor.

import { join } from 'node:path';
import { openNetlink } from '@kube-ovn/netlink';
import { connect } from '@kube-ovn/ovsdb-client';
import { systemCommand } from '@kube-ovn/supervise';
import { Owner } from '../node/owner.ts';
import { endPredecessor, findPredecessor } from '../node/predecessor.ts';
import type { NodeSettings } from '../settings.ts';
import { TunnelNic } from '../tunnel-nic/tunnel-nic.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const WAIT_MS = 3_000;

/** `netns`: of the node, undefined: our own. For tests. */
export async function leave(env: Environment, say: (text: string) => void, netns?: string): Promise<number> {
  const run = env.OVS_RUNDIR || '/var/run/openvswitch';
  const ovnRun = env.OVN_RUNDIR || '/var/run/ovn';
  const etc = env.OVS_SYSCONFDIR || '/etc/openvswitch';
  // Whatever supervisor runs here: from now on it starts nothing again.
  new Owner(run, 'leave').take();
  const find = (binary: string, directory: string) =>
    findPredecessor(join(directory, `${binary}.pid`), binary, (pid) => join(directory, `${binary}.${pid}.ctl`));
  const controller = find('ovn-controller', ovnRun);
  if (controller) await endPredecessor(controller);
  const monitor = { Open_vSwitch: ['bridges'], Bridge: ['name'] };
  const client = connect({ endpoints: [`unix:${join(run, 'db.sock')}`], database: 'Open_vSwitch', monitor });
  const netlink = await openNetlink();
  try {
    const current = await client.current(AbortSignal.timeout(WAIT_MS)).then(
      () => true,
      () => false,
    );
    const settings = { ...leaveSettings(etc, run, ovnRun), netns };
    await new TunnelNic(settings, netlink).giveBack(current ? client : undefined);
    say('the NIC of the tunnels is as it was');
  } finally {
    await client.close();
    await netlink.close();
  }
  for (const binary of ['ovs-vswitchd', 'ovsdb-server']) {
    const daemon = find(binary, run);
    if (daemon) await endPredecessor(daemon, binary === 'ovs-vswitchd' ? ['--cleanup'] : []);
  }
  say('this node has left the network');
  return 0;
}

function leaveSettings(etc: string, run: string, ovnRun: string): NodeSettings {
  const quiet = { info() {}, warn() {}, error() {} };
  return {
    ...{ nodeName: '', nodeIps: [], datapath: 'userspace', tunnelNic: '', encapType: '', southbound: '' },
    ...{ southboundProbeMs: 0, openflowProbeSeconds: 0, hardwareOffload: false, tls: undefined },
    directories: { etc, run, ovnRun, schema: '' },
    command: systemCommand(),
    log: quiet,
  };
}
