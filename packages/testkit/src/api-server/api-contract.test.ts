import { loadConfig } from '@kube-ovn/kube';
import { afterAll } from 'vitest';
import { apiContract } from './api-contract.ts';
import type { ContractServer } from './contract/contract-client.ts';
import { startApiServer } from './start-api-server.ts';

// A real server can be put to the same test: a kubeconfig, or a URL such as that of `kubectl proxy`.
// KUBE_OVN_CONTRACT_CONTROLLERS=no: nothing runs behind it.
const { KUBE_OVN_CONTRACT_KUBECONFIG: kubeconfig, KUBE_OVN_CONTRACT_URL: url } = process.env;
const hasControllers = process.env.KUBE_OVN_CONTRACT_CONTROLLERS !== 'no';
const external = kubeconfig ? await fromKubeconfig(kubeconfig) : url ? { url, hasControllers } : undefined;
const server = external ? undefined : await startApiServer();
afterAll(() => server?.close());

apiContract(external ? 'external API server' : 'in-memory API server', () => external ?? { url: server?.url ?? '' });

async function fromKubeconfig(path: string): Promise<ContractServer> {
  const { server: address, tls, token } = await loadConfig({ kubeconfig: path });
  const bearer = token?.();
  return { url: address, tls, hasControllers, ...(bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}) };
}
