// What the controller says and counts, as interfaces: main.ts gives them a logger and a registry, tests give them silence.

import type { CodedError } from '@kube-ovn/errors';
import type { ApiError } from '@kube-ovn/kube';
import type { CommitOutcome } from './engine/commit.ts';
import type { ApiWrite } from './engine/facts.ts';

export interface ControllerLog {
  northbound(state: string, why?: string): void;
  watchFailed(kind: string, error: Error): void;
  writeFailed(owner: string, write: ApiWrite, error: ApiError): void;
  planFailed(key: string, error: Error): void;
  refused(key: string, error: CodedError): void;
  crashed(error: Error): void;
  note(facts: object, message: string): void;
}

export interface ControllerMetrics {
  committed(outcome: CommitOutcome, milliseconds: number): void;
  writeFailed(kind: string): void;
  planFailed(kind: string): void;
}

const nothing = (): void => {};

export const SILENT_LOG: ControllerLog = {
  northbound: nothing,
  watchFailed: nothing,
  writeFailed: nothing,
  planFailed: nothing,
  refused: nothing,
  crashed: nothing,
  note: nothing,
};

export const NO_METRICS: ControllerMetrics = { committed: nothing, writeFailed: nothing, planFailed: nothing };
