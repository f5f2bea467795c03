// The kernel's half of Open vSwitch: is it there, can it be loaded, and what to say if not.

import { existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { type MakeCommand, runTool } from '@kube-ovn/supervise';

const MODULE = 'openvswitch';

/** undefined: the kernel can do it. Else a sentence for the user. */
export async function missingModule(command: MakeCommand, mayLoad: boolean): Promise<string | undefined> {
  if (isThere()) return undefined;
  let why = 'loading modules is switched off';
  if (mayLoad) {
    try {
      await runTool(command('modprobe', [MODULE]));
      if (isThere()) return undefined;
      why = 'modprobe said nothing and it is still not there';
    } catch (error) {
      why = (error as Error).message;
    }
  }
  return moduleMessage(release(), why);
}

export function moduleMessage(kernel: string, why: string): string {
  return [
    `The kernel module ${MODULE} is missing on this node (kernel ${kernel}): ${why}.`,
    'Install it, or run this node in userspace mode: give it a second NIC for the tunnels and label it',
    'ovn.kubernetes.io/ovs_dp_type=userspace.',
  ].join(' ');
}

function isThere(): boolean {
  if (existsSync(`/sys/module/${MODULE}`)) return true;
  try {
    return readFileSync(`/lib/modules/${release()}/modules.builtin`, 'utf8').includes(`/${MODULE}.ko`);
  } catch {
    return false;
  }
}
