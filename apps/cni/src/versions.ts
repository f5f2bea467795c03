// The versions of the CNI specification this plugin speaks, and what each of them allows.

import { ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure, failure } from './cni-failure.ts';

export const SUPPORTED_VERSIONS = ['0.1.0', '0.2.0', '0.3.0', '0.3.1', '0.4.0', '1.0.0', '1.1.0'] as const;
export type CniVersion = (typeof SUPPORTED_VERSIONS)[number];
export const LATEST_VERSION: CniVersion = '1.1.0';

/** A configuration without `cniVersion` is of 0.1.0: that is how the reference library reads it. */
const UNSTATED_VERSION: CniVersion = '0.1.0';

export type Command = 'ADD' | 'DEL' | 'CHECK' | 'STATUS' | 'GC' | 'VERSION';
export const COMMANDS: readonly Command[] = ['ADD', 'DEL', 'CHECK', 'STATUS', 'GC', 'VERSION'];

const COMMAND_SINCE: Readonly<Partial<Record<Command, CniVersion>>> = { CHECK: '0.4.0', STATUS: '1.1.0', GC: '1.1.0' };

export function negotiateVersion(stated: unknown): Result<CniVersion, CniFailure> {
  const wanted = stated === undefined || stated === null || stated === '' ? UNSTATED_VERSION : stated;
  const found = SUPPORTED_VERSIONS.find((version) => version === wanted);
  if (found !== undefined) return ok(found);
  return failure(
    CNI_CODE.incompatibleVersion,
    `cniVersion ${JSON.stringify(wanted)} of the network configuration is not supported; write one of ${SUPPORTED_VERSIONS.join(', ')}`,
  );
}

export function checkCommandAllowed(command: Command, version: CniVersion): Result<undefined, CniFailure> {
  const since = COMMAND_SINCE[command];
  if (since === undefined || isAtLeast(version, since)) return ok(undefined);
  return failure(
    CNI_CODE.incompatibleVersion,
    `${command} exists since CNI ${since}, but the network configuration says cniVersion ${version}; raise cniVersion to ${since} or later`,
  );
}

export function isAtLeast(version: CniVersion, floor: CniVersion): boolean {
  return SUPPORTED_VERSIONS.indexOf(version) >= SUPPORTED_VERSIONS.indexOf(floor);
}
