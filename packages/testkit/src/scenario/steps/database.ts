// Northbound goes, comes, forgets, changes its leader.

import type { Scene } from '../scene.ts';
import type { StepDefinition } from '../step-definition.ts';

export const databaseSteps: readonly StepDefinition[] = [
  {
    usage: 'kill database',
    help: 'the server ends at once; its file stays',
    run: (scene) => scene.database.ovsdb.kill(),
  },
  { usage: 'start database', help: 'the server starts with its file', run: (scene) => scene.database.ovsdb.restart() },
  {
    usage: 'restart database',
    help: 'killed and started',
    async run(scene) {
      await scene.database.ovsdb.kill();
      await scene.database.ovsdb.restart();
    },
  },
  {
    usage: 'wipe database',
    help: 'the database is lost: a new, empty one takes its place',
    run: (scene) => scene.replaceDatabase(),
  },
  {
    usage: 'leader moves',
    help: 'the leader of a three-member cluster is killed, and comes back as a follower',
    run: moveLeader,
  },
];

export async function moveLeader(scene: Scene): Promise<void> {
  const { ovsdb } = scene.database;
  const leader = await ovsdb.leader();
  await leader.daemon.kill();
  await ovsdb.leader();
  await leader.daemon.start();
}
