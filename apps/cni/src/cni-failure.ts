// The error object of the CNI specification and the codes this plugin uses. 1 to 99 belong to the specification, 100 and up are ours.

import { fail } from '@kube-ovn/errors';

export const CNI_CODE = {
  incompatibleVersion: 1,
  invalidEnvironment: 4,
  ioFailure: 5,
  cannotDecode: 6,
  invalidConfiguration: 7,
  tryAgainLater: 11,
  notAvailable: 50,
  limitedConnectivity: 51,
  /** The daemon refused the request as wrong (4xx): the same request will be refused again. */
  refusedByDaemon: 100,
  /** The daemon tried and failed (5xx). */
  failedInDaemon: 101,
  /** A defect of the shim itself. */
  defect: 199,
} as const;

export interface CniFailure {
  readonly code: number;
  readonly msg: string;
  readonly details?: string;
}

export function failure(
  code: number,
  msg: string,
  details?: string,
): { readonly ok: false; readonly error: CniFailure } {
  return fail(details === undefined ? { code, msg } : { code, msg, details });
}

export function renderFailure(cniVersion: string, error: CniFailure): string {
  return `${JSON.stringify({ cniVersion, ...error })}\n`;
}
