// core/v1 Event objects in the classic form (source, count, timestamps) that `kubectl describe` and alerting tools read.

import type { KubeObject } from './object.ts';
import type { ResourceRef } from './resource-path.ts';

export const EVENTS: ResourceRef = { group: '', version: 'v1', plural: 'events', namespaced: true, kind: 'Event' };

export type EventType = 'Normal' | 'Warning';

/** What an event is about. */
export interface Involved {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

/** Equal events of one object, told to the server as one Event with a count. */
export interface Occurrence {
  readonly involved: Involved;
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
  /** Name of the Event object; a new one when the server has forgotten the old. */
  name: string;
  readonly firstAt: number;
  lastAt: number;
  count: number;
  /** The count the server knows; 0 before the Event was created. */
  sentCount: number;
  attempts: number;
}

const MAX_MESSAGE = 1024;
const MAX_NAME = 253;

export function occurrenceKey(involved: Involved, type: EventType, reason: string, message: string): string {
  const { namespace, name, uid } = involved.metadata;
  return [involved.kind, namespace, name, uid, type, reason, message].join('\0');
}

/** Unique per object and moment: several processes write events of one object. */
export function eventName(involved: Involved, nanoseconds: bigint): string {
  const suffix = `.${nanoseconds.toString(16)}`;
  return involved.metadata.name.slice(0, MAX_NAME - suffix.length) + suffix;
}

/** Events of cluster-scoped objects live in "default". */
export function eventNamespace(involved: Involved): string {
  return involved.metadata.namespace || 'default';
}

export function clipMessage(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE - 3)}...`;
}

export function eventObject(occurrence: Occurrence, source: EventSource): KubeObject {
  const { involved, type, reason, message } = occurrence;
  const { name, namespace, uid, resourceVersion } = involved.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: occurrence.name, namespace: eventNamespace(involved) },
    involvedObject: { apiVersion: involved.apiVersion, kind: involved.kind, namespace, name, uid, resourceVersion },
    type,
    reason,
    message,
    source: { component: source.component, host: source.host },
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
    firstTimestamp: seconds(occurrence.firstAt),
    lastTimestamp: seconds(occurrence.lastAt),
    count: occurrence.count,
  };
}

export function countPatch(occurrence: Occurrence): object {
  return { count: occurrence.count, lastTimestamp: seconds(occurrence.lastAt) };
}

function seconds(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
