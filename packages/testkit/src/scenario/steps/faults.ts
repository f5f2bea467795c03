// Bad days of the API server.

import type { FaultFilter } from '../../api-server/index.ts';
import type { Scene } from '../scene.ts';
import { CONTROLLER_AGENT } from '../scene.ts';
import type { StepDefinition } from '../step-definition.ts';
import { milliseconds } from './controller.ts';

type Verb = NonNullable<FaultFilter['verb']>;

export const faultSteps: readonly StepDefinition[] = [
  {
    usage: 'fault cut-watches',
    help: 'all watches end with a reset of their connection',
    run: (scene) => void scene.server.faults.cutWatches({ userAgent: CONTROLLER_AGENT }),
  },
  {
    usage: 'fault expire-history',
    help: 'all watches end, and resuming is answered with 410: every kind must be listed again',
    run: expireHistory,
  },
  {
    usage: 'fault fail-next <n> <status> <verb> <resource>',
    help: 'the next n requests are refused: `fault fail-next 3 503 create ips.kubeovn.io`',
    run(scene, { args }) {
      const filter = { verb: args.verb as Verb, resource: args.resource, userAgent: CONTROLLER_AGENT };
      scene.server.faults.failNext(Number(args.n), Number(args.status), filter);
    },
  },
  {
    usage: 'fault delay <time> <verb> <resource>',
    help: 'such requests wait so long before they have an effect',
    run(scene, { args }) {
      const filter = { verb: args.verb as Verb, resource: args.resource, userAgent: CONTROLLER_AGENT };
      scene.server.faults.delay(milliseconds(args.time!) ?? 0, filter);
    },
  },
  {
    usage: 'blind controller',
    help: 'it hears nothing of the API any more, until it sees again',
    run: (scene) => blind(scene),
  },
  {
    usage: 'controller sees again',
    help: 'what happened meanwhile comes as one difference',
    run: (scene) => seeAgain(scene),
  },
];

export function expireHistory(scene: Scene): void {
  scene.server.faults.expireHistory();
  scene.server.faults.cutWatches({ userAgent: CONTROLLER_AGENT });
}

const blinded = new WeakMap<Scene, readonly (() => void)[]>();

/** Lists and watches wait; when they go on, history has expired, so that only the difference is left. */
export function blind(scene: Scene): void {
  const { faults } = scene.server;
  const gates = (['watch', 'list'] as const).map((verb) => faults.hold({ verb, userAgent: CONTROLLER_AGENT }));
  blinded.set(scene, gates);
  faults.cutWatches({ userAgent: CONTROLLER_AGENT });
}

export function seeAgain(scene: Scene): void {
  scene.server.faults.expireHistory();
  for (const release of blinded.get(scene) ?? []) release();
  blinded.delete(scene);
}
