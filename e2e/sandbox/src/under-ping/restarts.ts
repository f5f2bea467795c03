// kill -9 and start again: the controller, every daemon, all of them at once.

import { waitFor } from '@kube-ovn/testkit';
import { bracketed, primary } from '../network/address-plan.ts';
import type { BackgroundProgram } from '../programs/background-program.ts';
import type { Sandbox } from '../sandbox.ts';

export interface Disturbance {
  readonly name: string;
  /** Resolves when everything works again. */
  run(): Promise<void>;
}

const CONTROLLER_PORT = 10_660;
const DAEMON_PORT = 10_665;

export function restarts(sandbox: Sandbox): Disturbance[] {
  const { programs } = sandbox;
  const single = programs.map((program) => ({
    name: `${program.name} killed and restarted`,
    run: () => restart(sandbox, [program]),
  }));
  return [...single, { name: 'all of them at once', run: () => restart(sandbox, programs) }];
}

export async function ready(sandbox: Sandbox, programs: readonly BackgroundProgram[]): Promise<void> {
  await Promise.all(programs.map((program) => waitFor(`${program.name} ready`, () => isReady(sandbox, program))));
}

async function restart(sandbox: Sandbox, programs: readonly BackgroundProgram[]): Promise<void> {
  await Promise.all(programs.map((program) => program.kill()));
  for (const program of programs) program.start();
  await ready(sandbox, programs);
}

async function isReady({ plan }: Sandbox, { name }: BackgroundProgram): Promise<boolean> {
  const node = plan.nodes.find((each) => name.endsWith(`-${each.name}`));
  const host = bracketed(primary((node ?? plan.nodes[0]!).underlay));
  const answer = await fetch(`http://${host}:${node ? DAEMON_PORT : CONTROLLER_PORT}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
