// Starts the namespaces and nodes of a lab whose programs and images are there.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, PlainError } from '@kube-ovn/testkit/launch';
import { createDisk, planDisk } from '../node/disk.ts';
import { nodeFiles } from '../node/node-files.ts';
import { INNER_KUBECONFIG, KUBECONFIG, LAB_LOG, PORT_FILE, RUN, STARTED_FILE } from '../paths.ts';
import { clusterPki } from '../pki/cluster-pki.ts';
import { kubeconfig } from '../pki/kubeconfig.ts';
import { type ClusterPlan, largestPlan } from '../plan/cluster-plan.ts';
import { type LabRecord, type RunningLab, requireLab, writeRecord } from '../state/lab-record.ts';
import { raiseSysctls, saveSysctls } from './sysctls.ts';

const PATIENCE_MS = 30_000;

export async function startLab(plan: ClusterPlan, images: LabRecord['images']): Promise<RunningLab> {
  const { nodes, stack, network, kubeProxy } = plan;
  mkdirSync(RUN, { recursive: true });
  const record: LabRecord = {
    options: { nodes, stack, network, kubeProxy },
    sysctls: saveSysctls(),
    images,
    ready: false,
  };
  // Written before anything is done, so that a killed `up` can be cleared away.
  writeRecord(record);
  raiseSysctls();
  const largest = largestPlan(plan);
  const pki = clusterPki(largest);
  for (const node of largest.nodeList) planDisk(node.name, nodeFiles(largest, node, pki));
  for (const { name } of plan.nodeList) createDisk(name);
  mkdirSync(dirname(INNER_KUBECONFIG), { recursive: true });
  writeFileSync(INNER_KUBECONFIG, pki.common['admin.conf']!, { mode: 0o600 });
  await startKeeper(record);
  const port = readFileSync(PORT_FILE, 'utf8');
  writeFileSync(KUBECONFIG, kubeconfig(`https://127.0.0.1:${port}`, pki.authority, pki.admin), { mode: 0o600 });
  return requireLab();
}

async function startKeeper(record: LabRecord): Promise<void> {
  const log = openSync(LAB_LOG, 'a');
  // A session of its own: the lab stays when the terminal goes.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
  });
  // At once, not by the keeper itself: were we killed now, nobody would know of it.
  writeRecord({ ...record, keeper: identify(keeper.pid ?? 0) });
  const deadline = performance.now() + PATIENCE_MS;
  while (!existsSync(STARTED_FILE)) {
    if (keeper.exitCode !== null || keeper.signalCode !== null || performance.now() > deadline) {
      throw new PlainError(
        'the nodes did not start.',
        'The lab’s own words are above; `npm run lab -- down` clears it away.',
        readFileSync(LAB_LOG, 'utf8'),
      );
    }
    await delay(20);
  }
  keeper.unref();
}
