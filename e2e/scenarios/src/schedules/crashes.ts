// The controller dies, or loses its database, at one exact moment of a run.

import { CONTROLLER_AGENT, type Disturbance, type Fate, type Scene } from '@kube-ovn/testkit/scenario';

/** Killed at its k-th transaction: before the server has seen it, or after the commit and before the answer. */
export function killAtTransaction(k: number, fate: Fate): Disturbance {
  return {
    name: `a kill at transaction ${k} (${fate})`,
    prepare(scene) {
      scene.relay.fate = (transaction) => (transaction === k ? fate : 'pass');
      scene.relay.onCut = () => scene.controller.crash();
    },
  };
}

/** Killed when the API server has stored its k-th write, before the answer. */
export function killAtWrite(k: number): Disturbance {
  return {
    name: `a kill after API write ${k}`,
    prepare(scene) {
      let writes = 0;
      scene.server.onWrite(({ userAgent, collection }) => {
        if (userAgent !== CONTROLLER_AGENT || collection.definition.kind === 'Event') return;
        if (++writes === k) scene.controller.crash();
      });
    },
  };
}

/** The connection is lost at the k-th transaction; the controller lives on and does not know whether it was committed. */
export function cutAtTransaction(k: number, fate: Fate): Disturbance {
  return {
    name: `a connection lost at transaction ${k} (${fate})`,
    prepare(scene: Scene) {
      scene.relay.fate = (transaction) => (transaction === k ? fate : 'pass');
    },
  };
}
