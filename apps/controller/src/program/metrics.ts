// What the controller counts.

import { Counter, Histogram, type Registry } from 'prom-client';
import type { ControllerMetrics } from '../observability.ts';

export function controllerMetrics(registry: Registry): ControllerMetrics {
  const registers = [registry];
  const transactions = new Counter({
    name: 'kube_ovn_northbound_transactions_total',
    help: 'Transactions sent to OVN Northbound.',
    registers,
  });
  const refusedRows = new Counter({
    name: 'kube_ovn_northbound_refused_rows_total',
    help: 'Rows that OVN Northbound refused.',
    registers,
  });
  const commit = new Histogram({
    name: 'kube_ovn_northbound_commit_seconds',
    help: 'Time to compare and commit one batch.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const failedWrites = new Counter({
    name: 'kube_ovn_api_write_failures_total',
    help: 'Writes that the API server refused.',
    labelNames: ['kind'],
    registers,
  });
  const failedPlans = new Counter({
    name: 'kube_ovn_plan_failures_total',
    help: 'Plans that threw; each is a bug.',
    labelNames: ['kind'],
    registers,
  });
  return {
    committed(outcome, milliseconds) {
      transactions.inc(outcome.transactions);
      refusedRows.inc(outcome.refused.size);
      if (outcome.transactions > 0) commit.observe(milliseconds / 1000);
    },
    writeFailed: (kind) => failedWrites.inc({ kind }),
    planFailed: (kind) => failedPlans.inc({ kind }),
  };
}
