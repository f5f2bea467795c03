// The Kubernetes API of the sandbox: in memory, on a TCP port of the underlay for the nodes, on a unix socket for the machine.

import { join } from 'node:path';
import { crdManifests } from '@kube-ovn/crds';
import { type ApiServer, startApiServer } from '@kube-ovn/testkit';
import { type AddressPlan, allOf, bracketed, primary } from '../network/address-plan.ts';
import { API_SOCKET_NAME, HOME } from '../programs/paths.ts';

const PORT = 6443;

export function startClusterApi(plan: AddressPlan): Promise<ApiServer> {
  const [first, ...others] = allOf(plan.api);
  return startApiServer({
    host: first,
    port: PORT,
    listen: others.map((host) => ({ host, port: PORT })),
    unixSocket: join(HOME, API_SOCKET_NAME),
    crds: crdManifests(),
    serviceCidrs: serviceCidrs(plan),
  });
}

/** As nodes and pods on nodes reach it. */
export function apiUrl(plan: AddressPlan): string {
  return `http://${bracketed(primary(plan.api))}:${PORT}`;
}

function serviceCidrs(plan: AddressPlan): { v4?: string; v6?: string } {
  const cidrs = plan.cidrs.services.split(',');
  return { v4: cidrs.find((cidr) => cidr.includes('.')), v6: cidrs.find((cidr) => cidr.includes(':')) };
}
