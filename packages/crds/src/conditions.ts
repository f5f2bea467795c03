// Changing the condition list of a status. Pure: the clock and the generation are given, nothing is changed in place.

import type { Condition } from './schema/condition.ts';

export interface ConditionChange {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** ProviderNetwork keeps one condition per type and node. */
  readonly node?: string;
}

export interface ConditionClock {
  /** metadata.generation of the object that was looked at. */
  readonly generation?: number;
  readonly now: Date;
}

const STANDARD_TYPES = ['Ready', 'Validated', 'Error'] as const;

/**
 * The list with one condition set; the same array when nothing changes. lastUpdateTime moves on any change of status,
 * reason or message, lastTransitionTime only when the status changes. A newer generation alone moves neither.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  change: ConditionChange,
  clock: ConditionClock,
): Condition[] {
  const list = conditions ?? [];
  const index = list.findIndex((condition) => isOf(condition, change.type, change.node));
  const stored = list[index];
  const next = nextCondition(stored, change, clock);
  if (stored === next) return list as Condition[];
  return stored === undefined ? [...list, next] : list.with(index, next);
}

/** Ready, Validated and Error, each added as Unknown when missing. */
export function withStandardConditions(
  conditions: readonly Condition[] | undefined,
  clock: ConditionClock,
): Condition[] {
  let list = (conditions ?? []) as Condition[];
  for (const type of STANDARD_TYPES) {
    if (getCondition(list, type) !== undefined) continue;
    list = setCondition(list, { type, status: 'Unknown', reason: 'Init', message: 'Not Observed' }, clock);
  }
  return list;
}

/** Error back to False, the way the contract spells "nothing is wrong". */
export function clearError(conditions: readonly Condition[] | undefined, clock: ConditionClock): Condition[] {
  return setCondition(
    conditions,
    { type: 'Error', status: 'False', reason: 'NoError', message: 'No error seen' },
    clock,
  );
}

export function getCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
  node?: string,
): Condition | undefined {
  return conditions?.find((condition) => isOf(condition, type, node));
}

export function isConditionTrue(conditions: readonly Condition[] | undefined, type: string, node?: string): boolean {
  return getCondition(conditions, type, node)?.status === 'True';
}

function isOf(condition: Condition, type: string, node: string | undefined): boolean {
  return condition.type === type && (condition.node ?? '') === (node ?? '');
}

function nextCondition(stored: Condition | undefined, change: ConditionChange, clock: ConditionClock): Condition {
  const now = timestamp(clock.now);
  const { node, ...facts } = change;
  const observed = clock.generation === undefined ? {} : { observedGeneration: clock.generation };
  if (stored === undefined) {
    return {
      ...facts,
      ...(node === undefined ? {} : { node }),
      ...observed,
      lastUpdateTime: now,
      lastTransitionTime: now,
    };
  }
  const sameStatus = stored.status === change.status;
  if (sameStatus && (stored.reason ?? '') === change.reason && (stored.message ?? '') === change.message) {
    const sameGeneration = clock.generation === undefined || stored.observedGeneration === clock.generation;
    return sameGeneration ? stored : { ...stored, ...observed };
  }
  const moved = sameStatus ? {} : { lastTransitionTime: now };
  return { ...stored, ...facts, ...observed, lastUpdateTime: now, ...moved };
}

/** RFC 3339 to the second, as Kubernetes writes times. */
function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
