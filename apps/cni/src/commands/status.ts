// STATUS: could an ADD succeed now? The runtime shows our words in the node's Ready condition, so they are the daemon's own.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure } from '../cni-failure.ts';
import { askDaemon, type DaemonCall, STATUS_TIMEOUT_MS } from '../daemon-call.ts';
import { readRefusal, unanswered } from '../daemon-failure.ts';
import type { Host } from '../host.ts';
import type { NetConf } from '../net-conf.ts';

export function status(host: Host, conf: NetConf): Result<undefined, CniFailure> {
  const call: DaemonCall = {
    socket: conf.serverSocket,
    method: 'GET',
    path: '/api/v1/status',
    replyTimeoutMs: STATUS_TIMEOUT_MS,
  };
  const answer = askDaemon(host, call);
  if (!answer.ok) return fail({ ...unanswered(call, answer.error), code: CNI_CODE.notAvailable });
  if (answer.value.status === 200 || answer.value.status === 204) return ok(undefined);
  const { text, code } = readRefusal(answer.value);
  const msg = typeof code === 'string' ? `${code}: ${text}` : text;
  return fail({ code: code === CNI_CODE.limitedConnectivity ? code : CNI_CODE.notAvailable, msg });
}
