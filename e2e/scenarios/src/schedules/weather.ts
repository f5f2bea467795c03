// Bad weather around a run: leaders move, history is forgotten, somebody sets the clock.

import { type Disturbance, expireHistory, moveLeader } from '@kube-ovn/testkit/scenario';

/** Clients wait longer after each failure, so a few are enough. */
const TIMES = 2;
const HOUR_MS = 3_600_000;

/** The first times that the scenario waits, the leader of a cluster moves just before. */
export function leaderMoves(): Disturbance {
  let moves = 0;
  return {
    name: 'moving leaders',
    database: 'cluster',
    async beforeStep(scene, { text }) {
      if (text === 'settle' && moves++ < TIMES) await moveLeader(scene);
    },
  };
}

/** The first times that the scenario waits, all watches end and cannot be resumed. */
export function relists(): Disturbance {
  let times = 0;
  return {
    name: 'relists with 410',
    beforeStep(scene, { text }) {
      if (text === 'settle' && times++ < TIMES) expireHistory(scene);
    },
  };
}

/** The clock of the controller jumps to and fro, and is right in the end. */
export function clockJumps(): Disturbance {
  let offset = 0;
  const jumpTo = (next: number) => next - offset;
  return {
    name: 'clock jumps',
    beforeStep(scene, { text }, index) {
      if (text !== 'settle') return;
      const next = index % 2 === 0 ? HOUR_MS : -HOUR_MS;
      scene.clock.jump(jumpTo(next));
      offset = next;
    },
    finish(scene) {
      scene.clock.jump(jumpTo(0));
    },
  };
}
