// DEL: done when the daemon says so, whether or not there was anything to remove; "try again" while nobody can do it.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { readAttachment } from '../attachment.ts';
import type { CniFailure } from '../cni-failure.ts';
import { askDaemon, type DaemonCall, DEL_TIMEOUT_MS } from '../daemon-call.ts';
import { refused, unanswered } from '../daemon-failure.ts';
import type { Host } from '../host.ts';
import type { NetConf } from '../net-conf.ts';
import { podRequest } from '../pod-request.ts';

export function del(host: Host, conf: NetConf): Result<undefined, CniFailure> {
  const attachment = readAttachment(host, 'DEL');
  if (!attachment.ok) return attachment;
  const call: DaemonCall = {
    socket: conf.serverSocket,
    method: 'POST',
    path: '/api/v1/del',
    body: podRequest(conf, attachment.value),
    replyTimeoutMs: DEL_TIMEOUT_MS,
  };
  const answer = askDaemon(host, call);
  if (!answer.ok) return fail(unanswered(call, answer.error));
  return answer.value.status === 204 ? ok(undefined) : fail(refused(call, answer.value));
}
