// Runs inside the node's namespace: the same pods without our programs. `bare`: the netlink requests and one transaction, then
// the wait for ovn-installed, which is what Linux and OVN take. `usual`: by ovs-vsctl and ip, one process per step.

import { text } from 'node:stream/consumers';
import { openNetlink } from '@kube-ovn/netlink';
import { connect } from '@kube-ovn/ovsdb-client';
import { barePod } from './floor-bare.ts';
import { removeFloors } from './floor-removal.ts';
import { usualPod } from './floor-usual.ts';
import type { BenchPod } from './pods.ts';

export interface FloorRequest {
  readonly ovs: string;
  readonly bare: readonly BenchPod[];
  readonly usual: readonly BenchPod[];
}

export interface FloorTimes {
  readonly bare: readonly number[];
  readonly usual: readonly number[];
}

const { ovs, bare, usual } = JSON.parse(await text(process.stdin)) as FloorRequest;
const netlink = await openNetlink();
const database = connect({
  endpoints: [ovs],
  database: 'Open_vSwitch',
  monitor: { Bridge: ['name', 'ports'], Port: ['name'], Interface: ['name', 'external_ids'] },
});
await database.current();
const times = { bare: [] as number[], usual: [] as number[] };
for (const pod of bare) times.bare.push(await barePod(netlink, database, pod));
for (const pod of usual) times.usual.push(await usualPod(ovs, pod));
await removeFloors(netlink, database);
await database.close();
await netlink.close();
process.stdout.write(JSON.stringify(times satisfies FloorTimes));
