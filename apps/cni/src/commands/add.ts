// ADD: the daemon wires the pod, we print what it did in the format the runtime speaks.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { readAttachment } from '../attachment.ts';
import type { CniFailure } from '../cni-failure.ts';
import { ADD_TIMEOUT_MS, askDaemon, type DaemonCall } from '../daemon-call.ts';
import { refused, unanswered, unreadable } from '../daemon-failure.ts';
import type { Host } from '../host.ts';
import type { JsonObject } from '../json.ts';
import type { NetConf } from '../net-conf.ts';
import { readPodAnswer } from '../pod-answer.ts';
import { podRequest } from '../pod-request.ts';
import { formatSuccess } from '../result-format.ts';
import { joinPrevious, successOf } from '../success.ts';
import { type CniVersion, isAtLeast } from '../versions.ts';

export function add(host: Host, conf: NetConf, version: CniVersion): Result<JsonObject, CniFailure> {
  const attachment = readAttachment(host, 'ADD');
  if (!attachment.ok) return attachment;
  const call: DaemonCall = {
    socket: conf.serverSocket,
    method: 'POST',
    path: '/api/v1/add',
    body: podRequest(conf, attachment.value),
    replyTimeoutMs: ADD_TIMEOUT_MS,
  };
  const answer = askDaemon(host, call);
  if (!answer.ok) return fail(unanswered(call, answer.error));
  if (answer.value.status !== 200) return fail(refused(call, answer.value));
  const read = readPodAnswer(answer.value.text);
  if (!read.ok) {
    return fail(
      'refused' in read.error ? refused(call, answer.value) : unreadable(call, answer.value, read.error.unusable),
    );
  }
  // prevResult came with 0.3.0, and in a delegation it belongs to the plugin that called us.
  const previous = isAtLeast(version, '0.3.0') && !conf.ipamOnly ? conf.prevResult : undefined;
  return ok(formatSuccess(version, joinPrevious(previous, successOf(conf, attachment.value, read.value))));
}
