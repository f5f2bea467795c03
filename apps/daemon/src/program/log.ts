// The daemon's words as records of the program's logger.

import type { Logger } from '@kube-ovn/daemon-kit';
import type { DaemonLog } from '../observability.ts';

export function daemonLog(logger: Logger): DaemonLog {
  return {
    info: (message, fields = {}) => logger.info(fieldsOf(fields), message),
    warn: (message, fields = {}) => logger.warn(fieldsOf(fields), message),
    error: (message, fields = {}) => logger.error(fieldsOf(fields), message),
  };
}

/** Errors under the name that the logger knows how to print. */
function fieldsOf(fields: object): object {
  const { error, ...others } = fields as { error?: unknown };
  return error === undefined ? fields : { ...others, err: error };
}
