// What every client of the project relies on in a Kubernetes API server, as tests over plain HTTP. The in-memory server
// and a real kube-apiserver must both pass, so that tests against the first mean something for the second.
import { afterAll, beforeAll, describe } from 'vitest';
import type { ContractServer } from './contract/contract-client.ts';
import { closeWorld, openWorld, type World } from './contract/contract-world.ts';
import { customResourceContract } from './contract/custom-resource-contract.ts';
import { deleteContract } from './contract/delete-contract.ts';
import { lifecycleContract } from './contract/lifecycle-contract.ts';
import { listContract } from './contract/list-contract.ts';
import { objectContract } from './contract/object-contract.ts';
import { ownKindsContract } from './contract/own-kinds-contract.ts';
import { patchContract } from './contract/patch-contract.ts';
import { podContract } from './contract/pod-contract.ts';
import { revisionContract } from './contract/revision-contract.ts';
import { smallKindsContract } from './contract/small-kinds-contract.ts';
import { watchContract } from './contract/watch-contract.ts';

export type { ContractServer } from './contract/contract-client.ts';

export function apiContract(describeName: string, getServer: () => ContractServer | Promise<ContractServer>): void {
  describe(describeName, () => {
    let world: World;
    let hasControllers = true;
    beforeAll(async () => {
      const server = await getServer();
      hasControllers = server.hasControllers ?? true;
      world = await openWorld(server);
    });
    afterAll(() => closeWorld(world));

    const current = () => world;
    objectContract(current);
    patchContract(current);
    listContract(current);
    watchContract(current);
    deleteContract(current);
    customResourceContract(current);
    revisionContract(current);
    podContract(current);
    smallKindsContract(current);
    ownKindsContract(current);
    lifecycleContract(current, () => hasControllers);
  });
}
