// Puts a pod's port into br-int and waits until OVN has bound it.

import { addPodPort, type PodPort, removePort } from '../ovs/pod-port.ts';
import { INSTALL_LIMIT_MS, waitInstalled } from '../ovs/wait-installed.ts';
import type { CniContext } from './context.ts';
import { stageFailure } from './stage-failure.ts';
import type { Unwind } from './unwind.ts';

export interface PortConnection {
  readonly port: PodPort;
  /** The link is a new one. */
  readonly fresh: boolean;
}

export async function connectPort(
  context: Pick<CniContext, 'ovs'>,
  { port, fresh }: PortConnection,
  unwind: Unwind,
  signal: AbortSignal,
): Promise<undefined> {
  const { ovs } = context;
  const transaction = ovs.client.newTransaction();
  if (fresh || ovs.port(port.name) === undefined) unwind.add(() => disconnectPort(context, port.name));
  addPodPort(transaction, ovs, port, { fresh });
  await ovs.commit('add port', transaction);
  const problem = await waitInstalled(ovs, port.name, signal);
  if (problem === undefined) return undefined;
  const params = { interface: port.name, seconds: INSTALL_LIMIT_MS / 1000, problem };
  throw stageFailure('configure-nic', 'ERR_CNI_PORT_NOT_READY', params);
}

export async function disconnectPort({ ovs }: Pick<CniContext, 'ovs'>, name: string): Promise<void> {
  const transaction = ovs.client.newTransaction();
  removePort(transaction, ovs, name);
  await ovs.commit('remove port', transaction);
}
