// Why a CNI call failed, and at which stage: thrown inside a call, caught once at its door, where it becomes the answer.

import { CodedError, codedError, type ErrorCode, toError } from '@kube-ovn/errors';

/** The stages of the contract's PodNetworkConfigureFailed and PodNetworkRemoveFailed events. */
export type Stage =
  | 'provider'
  | 'validate-request'
  | 'get-pod'
  | 'parse-address'
  | 'parse-routes'
  | 'wait-address'
  | 'wait-route'
  | 'get-subnet'
  | 'u2o-address'
  | 'mtu'
  | 'encap-ip'
  | 'configure-nic'
  | 'delete-nic';

export class StageFailure extends Error {
  readonly stage: Stage;
  readonly error: CodedError;

  constructor(stage: Stage, error: CodedError) {
    super(error.message, { cause: error });
    this.name = 'StageFailure';
    this.stage = stage;
    this.error = error;
  }
}

export function stageFailure(
  stage: Stage,
  code: ErrorCode,
  params: Readonly<Record<string, string | number>>,
  cause?: unknown,
): StageFailure {
  return new StageFailure(stage, codedError(code, params, cause));
}

/** Whatever was thrown in a stage; refusals of the kernel and of OVS become errors of the catalogue. */
export function toStageFailure(thrown: unknown, stage: Stage, interfaceName: string): StageFailure {
  if (thrown instanceof StageFailure) return thrown;
  if (thrown instanceof CodedError) return new StageFailure(stage, thrown);
  const { message } = toError(thrown);
  return stageFailure(stage, 'ERR_CNI_INTERFACE_FAILED', { interface: interfaceName, problem: message }, thrown);
}
