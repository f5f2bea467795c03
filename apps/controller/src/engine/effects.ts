// What the reconciler does to the outside besides Northbound: API writes, allocations, events, log lines, figures.

import { codedError } from '@kube-ovn/errors';
import { type ApiError, EventRecorder, type KubeClient, type KubeObject, type WorkQueue } from '@kube-ovn/kube';
import type { KindName } from '../kinds/objects.ts';
import { WATCHED } from '../kinds/registry.ts';
import type { AllocationGate } from '../ledger/allocation-gate.ts';
import { Allocator } from '../ledger/allocator.ts';
import type { ControllerLog, ControllerMetrics } from '../observability.ts';
import { ApiWriter } from './api-writer.ts';
import type { Effects } from './reconciler.ts';
import type { World } from './view.ts';

interface Options {
  readonly client: KubeClient;
  readonly world: World;
  readonly queue: WorkQueue;
  readonly options: { readonly log: ControllerLog; readonly metrics: ControllerMetrics };
  readonly maxWrites: number;
  readonly gate: AllocationGate;
  readonly signal: AbortSignal;
}

export interface ControllerEffects extends Effects {
  readonly writer: ApiWriter;
  readonly allocator: Allocator;
  readonly events: EventRecorder;
}

export function createEffects(parts: Options): ControllerEffects {
  const { client, world, queue, options, maxWrites, gate, signal } = parts;
  const { log, metrics } = options;
  const events = new EventRecorder({ client, component: 'kube-ovn-controller' });
  const event = (key: string, type: 'Normal' | 'Warning', reason: string, message: string) => {
    const involved = involvedObject(key, world);
    if (involved !== undefined) events.event(involved, type, reason, message);
  };
  const writer = new ApiWriter({
    client,
    stores: world.stores,
    maxInFlight: maxWrites,
    signal,
    onFailed(owner, write, error: ApiError) {
      log.writeFailed(owner, write, error);
      metrics.writeFailed(write.kind);
      queue.retry(owner);
    },
  });
  const allocator = new Allocator({
    ledger: world.ledger,
    writer,
    stores: world.stores,
    gate,
    again: (key) => queue.add(key, 'live'),
    onRefused(key, error) {
      log.refused(key, error);
      event(key, 'Warning', error.reason, `stage=acquireAddress error=${error.code}: ${error.message}`);
      if (error.retry === 'retry') queue.retry(key);
    },
  });
  return {
    writer,
    allocator,
    events,
    write: (key, write) => writer.write(key, write),
    allocate: (key, wish) => allocator.allocate(key, wish),
    event: (key, { type, reason, message }) => event(key, type, reason, message),
    planFailed(key, error) {
      log.planFailed(key, error);
      metrics.planFailed(key.slice(0, key.indexOf('/')));
    },
    refused(key, row, cause) {
      const error = codedError('ERR_ROW_REFUSED', { row, detail: cause.message }, cause);
      log.refused(key, error);
      event(key, 'Warning', error.reason, `stage=createLogicalSwitchPort error=${error.code}: ${error.message}`);
    },
    committed: (outcome, milliseconds) => metrics.committed(outcome, milliseconds),
  };
}

function involvedObject(key: string, world: World): KubeObject | undefined {
  const slash = key.indexOf('/');
  const kind = key.slice(0, slash) as KindName;
  const object = world.stores[kind]?.get(key.slice(slash + 1));
  if (object === undefined) return undefined;
  const { group, version } = WATCHED[kind].ref;
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: object.metadata };
}
