// What the supervisor counts.

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Central } from '../central.ts';

export interface CentralMetrics {
  setAside(database: string): void;
  rebuilt(database: string): void;
  watch(central: Central): void;
}

export function centralMetrics(registry: Registry): CentralMetrics {
  const registers = [registry];
  const setAside = new Counter({
    name: 'kube_ovn_central_database_set_aside_total',
    help: 'Database files that could not be used any more and were kept under another name.',
    labelNames: ['database'],
    registers,
  });
  const rebuilt = new Counter({
    name: 'kube_ovn_central_cluster_rebuilt_total',
    help: 'Clusters that were begun anew because their majority was gone for good.',
    labelNames: ['database'],
    registers,
  });
  return {
    setAside: (database) => setAside.inc({ database }),
    rebuilt: (database) => rebuilt.inc({ database }),
    watch(central) {
      const gauge = (name: string, help: string, collect: (gauge: Gauge<string>) => void) =>
        new Gauge({
          name,
          help,
          labelNames: ['database'],
          registers,
          collect() {
            collect(this);
          },
        });
      gauge('kube_ovn_central_leader', '1 where this member leads the cluster of the database.', (metric) => {
        for (const member of [central.nb, central.sb])
          metric.set({ database: member.kind.name }, Number(member.isLeader));
      });
      gauge('kube_ovn_central_ready', '1 where clients can write by this member.', (metric) => {
        for (const member of [central.nb, central.sb]) {
          metric.set({ database: member.kind.name }, Number(member.notReady === undefined));
        }
      });
      gauge('kube_ovn_central_server_restarts', 'Times that the database server ended by itself.', (metric) => {
        for (const member of [central.nb, central.sb]) metric.set({ database: member.kind.name }, member.restarts);
      });
    },
  };
}
