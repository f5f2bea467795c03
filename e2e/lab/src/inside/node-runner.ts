// Starts, ends and restarts nodes. A node is ended as a machine loses its power: its first process is killed, and the kernel
// ends everything that lives in its process namespace.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Netlink } from '@kube-ovn/netlink';
import { childrenOf } from '@kube-ovn/testkit/launch';
import { NODE_ROOT } from '../build/debian.ts';
import { writeBootSetup } from '../node/boot-setup.ts';
import { createCgroup, LAB_CGROUP, removeCgroup } from '../node/cgroups.ts';
import { CACHE, nodeFolder, nodeLogs, pidFile } from '../paths.ts';
import type { ClusterPlan, NodePlan } from '../plan/cluster-plan.ts';
import { namespacePath, plugNode, unplugNode } from './topology.ts';

const ENTRY = join(import.meta.dirname, '../node/enter.ts');

export interface NodeRunner {
  start(node: NodePlan): Promise<void>;
  stop(node: NodePlan): Promise<void>;
}

export function createNodeRunner(netlink: Netlink, plan: ClusterPlan): NodeRunner {
  const running = new Map<string, ChildProcess>();
  return {
    async start(node) {
      const cgroup = join(LAB_CGROUP, node.name);
      await plugNode(netlink, plan, node);
      createCgroup(cgroup);
      const setupFile = writeBootSetup({
        name: node.name,
        netns: namespacePath(node.name),
        cgroup,
        disk: nodeFolder(node.name),
        lower: NODE_ROOT,
        programs: join(CACHE, 'programs'),
      });
      const log = openSync(join(nodeLogs(node.name), 'boot.log'), 'a');
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRY, setupFile], {
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH },
      });
      running.set(node.name, child);
      writeFileSync(pidFile(node.name), String(await firstProcess(child)));
    },
    async stop(node) {
      const child = running.get(node.name);
      running.delete(node.name);
      rmSync(pidFile(node.name), { force: true });
      if (child && child.exitCode === null && child.signalCode === null) {
        // unshare ends its child, the first process of the node, with itself.
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await unplugNode(netlink, node);
      await removeCgroup(join(LAB_CGROUP, node.name));
    },
  };
}

async function firstProcess(child: ChildProcess): Promise<number> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const [pid] = childrenOf(child.pid);
    if (pid !== undefined) return pid;
    await delay(5);
  }
  throw new Error('the first process of a node ended at once; see its boot.log');
}
