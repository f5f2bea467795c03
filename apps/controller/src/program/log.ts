// What the controller says, as structured log lines.

import type { Logger } from '@kube-ovn/daemon-kit';
import type { ControllerLog } from '../observability.ts';

export function controllerLog(log: Logger): ControllerLog {
  return {
    northbound: (state, why) => log.info({ state, why }, 'OVN Northbound'),
    watchFailed: (kind, error) => log.warn({ kind, err: error }, 'watch failed, trying again'),
    writeFailed: (owner, write, error) =>
      log.warn(
        { owner, verb: write.verb, kind: write.kind, status: error.status, reason: error.message },
        'write failed, trying again',
      ),
    planFailed: (key, error) => log.error({ key, err: error }, 'a plan threw: this is a bug'),
    refused: (key, error) => log.warn({ key, code: error.code, reason: error.message }, 'cannot be had now'),
    crashed: (error) => log.fatal({ err: error }, 'the reconciler has ended: this is a bug'),
    note: (facts, message) => log.info(facts, message),
  };
}
