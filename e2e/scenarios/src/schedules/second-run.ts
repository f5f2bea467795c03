// After a run: another controller finds nothing to do, and rows of others are as they were.

import type { Disturbance, Scene } from '@kube-ovn/testkit/scenario';
import { insertForeignRows } from '@kube-ovn/testkit/scenario';

/** Rows without our mark, also inside of what is ours once the controller has made it. */
const FOREIGN = [
  { Logical_Switch: { name: 'foreign', external_ids: { vendor: 'somebody' } } },
  { Logical_Switch_Port: { in: 'foreign', name: 'foreign-port', addresses: ['00:00:00:00:00:99 10.16.0.2'] } },
  { Logical_Router: { name: 'foreign-router' } },
  {
    Logical_Router_Port: {
      in: 'foreign-router',
      name: 'foreign-lrp',
      mac: '00:00:00:00:00:98',
      networks: ['10.16.0.1/16'],
    },
  },
  {
    Logical_Router_Policy: { in: 'foreign-router', priority: 31000, match: 'ip4.dst == 10.16.0.0/16', action: 'drop' },
  },
  { Logical_Router_Static_Route: { in: 'foreign-router', ip_prefix: '0.0.0.0/0', nexthop: '10.16.0.254' } },
  { Address_Set: { name: 'foreign.set', addresses: ['10.16.0.2'] } },
  { Port_Group: { name: 'foreign.group', ports: ['foreign-port'] } },
  { Load_Balancer: { name: 'foreign-lb', vips: { '10.0.0.1:80': '10.0.0.2:80' } } },
];
const INSIDE = [
  { Logical_Router_Policy: { in: 'ovn-cluster', priority: 12345, match: 'ip4.src == 203.0.113.0/24', action: 'drop' } },
  { Logical_Router_Static_Route: { in: 'ovn-cluster', ip_prefix: '203.0.113.0/24', nexthop: '100.64.0.254' } },
  { Logical_Switch_Port: { in: 'Logical_Switch ovn-default', name: 'foreign-inside' } },
];

export function secondRunBesideForeignRows(): Disturbance {
  return {
    name: 'a second run beside foreign rows',
    otherEnd: true,
    withoutExpectations: true,
    prepare: (scene) => insertForeignRows(scene, FOREIGN),
    async finish(scene) {
      await insertForeignRows(scene, INSIDE);
      await scene.settle();
      await expectSilence(scene, 'a look at everything', async () => {
        const { controller } = await scene.controller.running();
        await controller.check();
      });
      await expectSilence(scene, 'a new controller', async () => {
        await scene.controller.kill();
        scene.controller.start();
      });
    },
  };
}

async function expectSilence(scene: Scene, what: string, act: () => Promise<void>): Promise<void> {
  const before = scene.written();
  await act();
  await scene.settle();
  const after = scene.written();
  const transactions = after.transactions - before.transactions;
  const writes = after.requests - before.requests;
  if (transactions === 0 && writes === 0) return;
  const said = scene.relay.recent.slice(-transactions || 20).join('\n  ');
  throw new Error(`${what} wrote ${transactions} transactions and ${writes} objects\n  ${said}`);
}
