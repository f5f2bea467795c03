// GC: tells the daemon which attachments of this network still exist. A missing list never means "none": that would delete all.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure, failure } from '../cni-failure.ts';
import { askDaemon, type DaemonCall, GC_TIMEOUT_MS } from '../daemon-call.ts';
import { refused, unanswered } from '../daemon-failure.ts';
import type { Host } from '../host.ts';
import { isObject } from '../json.ts';
import type { NetConf } from '../net-conf.ts';

export interface GcRequest {
  /** Only attachments of this network's provider may be removed: a runtime lists one network at a time. */
  readonly provider: string;
  readonly cni_type: string;
  readonly valid_attachments: readonly ValidAttachment[];
}

export interface ValidAttachment {
  readonly container_id: string;
  readonly if_name: string;
}

export function gc(host: Host, conf: NetConf): Result<undefined, CniFailure> {
  // Callers of the CNI library that give it no list (cnitool) have had their attachments deleted one by one before.
  if (conf.validAttachments === undefined || conf.validAttachments === null) return ok(undefined);
  const attachments = readAttachments(conf.validAttachments);
  if (!attachments.ok) return attachments;
  const body: GcRequest = { provider: conf.provider, cni_type: conf.type, valid_attachments: attachments.value };
  const call: DaemonCall = {
    socket: conf.serverSocket,
    method: 'POST',
    path: '/api/v1/gc',
    body,
    replyTimeoutMs: GC_TIMEOUT_MS,
  };
  const answer = askDaemon(host, call);
  if (!answer.ok) return fail(unanswered(call, answer.error));
  if (answer.value.status === 200 || answer.value.status === 204) return ok(undefined);
  return fail(refused(call, answer.value));
}

function readAttachments(value: unknown): Result<readonly ValidAttachment[], CniFailure> {
  const advice = 'the runtime must list all attachments that still exist, as [{"containerID": ..., "ifname": ...}]';
  if (!Array.isArray(value)) {
    return failure(CNI_CODE.invalidConfiguration, `cni.dev/valid-attachments is no list; ${advice}`);
  }
  const valid: ValidAttachment[] = [];
  for (const [index, item] of value.entries()) {
    const { containerID, ifname } = isObject(item) ? item : {};
    if (typeof containerID !== 'string' || typeof ifname !== 'string' || containerID === '' || ifname === '') {
      return failure(CNI_CODE.invalidConfiguration, `cni.dev/valid-attachments[${index}] is incomplete; ${advice}`);
    }
    valid.push({ container_id: containerID, if_name: ifname });
  }
  return ok(valid);
}
