// Every operation that waits for the network, by the name the client sends. They share the reactor, not the thread's time.
import { announce } from '../probes/announce.ts';
import { ping } from '../probes/ping.ts';
import { probeConflict } from '../probes/probe-conflict.ts';
import { resolveNeighbour } from '../probes/resolve-neighbour.ts';
import type { TaskContext } from '../probes/task-context.ts';
import { watch } from '../probes/watch.ts';
import type { NetnsRef } from '../system/namespaces.ts';

export const TASKS = {
  deleteLink: ({ deletions }: TaskContext, name: string, ns?: NetnsRef) => deletions.add(name, ns),
  resolveNeighbour,
  probeConflict,
  announce,
  ping,
  watch,
} satisfies Record<string, (context: TaskContext, ...args: never[]) => Promise<unknown>>;

export type TaskName = keyof typeof TASKS;

export type TaskArguments<K extends TaskName> = (typeof TASKS)[K] extends (
  context: TaskContext,
  ...args: infer A
) => unknown
  ? A
  : [];

export type TaskResult<K extends TaskName> = Awaited<ReturnType<(typeof TASKS)[K]>>;
