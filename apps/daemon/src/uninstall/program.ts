// kube-ovn-daemon uninstall: takes what is ours off the node, says so in a file, and stays until it is ended (it runs as a
// DaemonSet, which would only start it again).

import { writeFile } from 'node:fs/promises';
import { runProgram } from '@kube-ovn/daemon-kit';
import { openNetlink } from '@kube-ovn/netlink';
import { daemonLog } from '../program/log.ts';
import { VERSION } from '../version.ts';
import { UNINSTALL_CONFIG } from './config.ts';
import { uninstallNode } from './uninstall-node.ts';

export function runUninstall(): void {
  runProgram({
    name: 'kube-ovn-daemon uninstall',
    version: VERSION,
    description: 'Removes interfaces, rules, files and folders of ours from this node, once the programs have ended.',
    config: UNINSTALL_CONFIG,
    async main({ config, log, lifecycle }) {
      lifecycle.add({
        name: 'uninstall',
        startTimeoutMs: 10 * 60_000,
        async start() {
          const netlink = await openNetlink();
          try {
            await uninstallNode(netlink, config, daemonLog(log));
          } finally {
            await netlink.close();
          }
          await writeFile(config.done, '');
        },
        stop() {},
      });
    },
  });
}
