// The daemon's series, as the contract names them; those of our own begin with kube_ovn_daemon_.

import { Counter, Histogram, type Registry } from 'prom-client';
import type { DaemonMetrics } from '../observability.ts';

export function daemonMetrics(registry: Registry, nodeName: string): DaemonMetrics {
  const registers = [registry];
  const buckets = [
    0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1, 2, 4, 8, 16, 32, 64, 128, 256,
  ];
  const counter = (name: string, help: string, labelNames: string[] = ['node_name']) =>
    new Counter({ name, help, labelNames, registers });
  const latency = new Histogram({
    name: 'cni_op_latency_seconds',
    help: 'Duration of CNI requests',
    labelNames: ['node_name', 'method', 'status_code'],
    buckets,
    registers,
  });
  const ovs = new Histogram({
    name: 'ovs_client_request_latency_milliseconds',
    help: 'Duration of transactions of the Open vSwitch database',
    labelNames: ['db', 'method', 'code'],
    buckets: buckets.map((seconds) => seconds * 1000),
    registers,
  });
  const address = counter('cni_wait_address_seconds_total', 'Seconds that pods waited for an address');
  const route = counter('cni_wait_route_seconds_total', 'Seconds that pods waited for a route');
  const gateway = counter('cni_wait_connectivity_seconds_total', 'Seconds that pods waited for their gateway');
  const repaired = counter(
    'kube_ovn_daemon_ports_repaired_total',
    'Ports of living pods that were missing in br-int and were put back',
  );
  const collected = counter('kube_ovn_daemon_ports_collected_total', 'Ports of vanished pods that were removed');
  const conflicts = counter(
    'kube_ovn_daemon_address_conflicts_total',
    'Pods whose address somebody else has, found after their start',
  );
  const corrections = counter(
    'kube_ovn_daemon_corrections_total',
    'Parts of the node that were not as they must be and were corrected',
    ['node_name', 'what'],
  );
  const node = { node_name: nodeName };
  return {
    answered: (method, status, seconds) => latency.observe({ ...node, method, status_code: String(status) }, seconds),
    waited: (what, seconds) => (what === 'address' ? address : route).inc(node, seconds),
    gatewayProbed: (seconds) => gateway.inc(node, seconds),
    transacted: (method, ok, milliseconds) => ovs.observe({ db: 'ovsdb', method, code: ok ? '0' : '1' }, milliseconds),
    portRepaired: () => repaired.inc(node),
    portCollected: () => collected.inc(node),
    addressConflict: () => conflicts.inc(node),
    corrected: (what) => corrections.inc({ ...node, what }),
  };
}
