// CHECK: the daemon compares the pod's interface with what ADD reported.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { readAttachment } from '../attachment.ts';
import { CNI_CODE, type CniFailure, failure } from '../cni-failure.ts';
import { askDaemon, CHECK_TIMEOUT_MS, type DaemonCall } from '../daemon-call.ts';
import { refused, unanswered } from '../daemon-failure.ts';
import type { Host } from '../host.ts';
import type { NetConf } from '../net-conf.ts';
import { podRequest } from '../pod-request.ts';

export function check(host: Host, conf: NetConf): Result<undefined, CniFailure> {
  const attachment = readAttachment(host, 'CHECK');
  if (!attachment.ok) return attachment;
  if (conf.prevResult === undefined) {
    return failure(
      CNI_CODE.invalidConfiguration,
      'prevResult is missing from the network configuration; CHECK compares with it, the runtime must pass the result of ADD',
    );
  }
  const call: DaemonCall = {
    socket: conf.serverSocket,
    method: 'POST',
    path: '/api/v1/check',
    body: { ...podRequest(conf, attachment.value), prev_result: conf.prevResult },
    replyTimeoutMs: CHECK_TIMEOUT_MS,
  };
  const answer = askDaemon(host, call);
  if (!answer.ok) return fail(unanswered(call, answer.error));
  return isSuccess(answer.value.status) ? ok(undefined) : fail(refused(call, answer.value));
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 204;
}
