// The steps on one node, in the order in which nothing comes back: programs, CNI, rules, links, files. Each can be repeated.

import type { Netlink } from '@kube-ovn/netlink';
import type { DaemonLog } from '../observability.ts';
import type { UninstallConfig } from './config.ts';
import { removeCni, removeFolders } from './files.ts';
import { giveBackNic, removeLinks } from './links.ts';
import { endPrograms } from './programs.ts';
import { removeRules } from './rules.ts';

export async function uninstallNode(netlink: Netlink, config: UninstallConfig, log: DaemonLog): Promise<void> {
  const { hostRoot, tunnelNic, tunnelBridge } = config;
  const ended = await endPrograms([`${hostRoot}/run/openvswitch`, `${hostRoot}/run/ovn`], config.wait);
  if (ended.length > 0) log.warn('programs did not end by themselves and were ended', { ended });
  for (const file of await removeCni(hostRoot, config.confDir, config.binDir)) log.info('removed', { file });
  if (await removeRules(['nft'])) log.info('removed', { table: 'inet kube-ovn' });
  if (tunnelNic !== '') {
    for (const address of await giveBackNic(netlink, tunnelBridge, tunnelNic)) {
      log.info('given back', { address, nic: tunnelNic });
    }
  }
  for (const link of await removeLinks(netlink, tunnelNic === '' ? [] : [tunnelBridge])) log.info('removed', { link });
  for (const folder of await removeFolders(hostRoot, config.folders)) log.info('removed', { folder });
}
