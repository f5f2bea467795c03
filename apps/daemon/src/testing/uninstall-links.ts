// Gives a NIC back and removes our links in the namespace this runs in; prints what was done.

import { openNetlink } from '@kube-ovn/netlink';
import { giveBackNic, removeLinks } from '../uninstall/links.ts';

const [bridge = '', nic = ''] = process.argv.slice(2);
const netlink = await openNetlink();
const given = await giveBackNic(netlink, bridge, nic);
const removed = await removeLinks(netlink, [bridge]);
await netlink.close();
process.stdout.write(JSON.stringify({ given, removed }));
