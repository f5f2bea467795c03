// Every operation that waits for the network, by the name the client sends. They share the reactor, not the thread's time.
import { announce } from '../probes/announce.ts';
import { ping } from '../probes/ping.ts';
import { probeConflict } from '../probes/probe-conflict.ts';
import { resolveNeighbour } from '../probes/resolve-neighbour.ts';
import { watch } from '../probes/watch.ts';
import type { Engine } from '../session/engine.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import type { DeletionQueue } from './deletion-queue.ts';
import type { Reactor } from './reactor.ts';

export interface TaskContext {
  readonly engine: Engine;
  readonly reactor: Reactor;
  readonly deletions: DeletionQueue;
  /** Aborted when the client no longer wants the answer, or the worker stops. */
  readonly signal: AbortSignal;
  /** One more value of a stream. */
  readonly emit: (event: unknown) => void;
}

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
