// Which pod interface a call is about, read from the CNI_* environment and checked for this command.

import { ok, type Result } from '@kube-ovn/errors';
import { parseCniArgs } from './cni-args.ts';
import { CNI_CODE, type CniFailure, failure } from './cni-failure.ts';
import type { Host } from './host.ts';
import { excerpt } from './json.ts';

export interface Attachment {
  readonly containerId: string;
  /** Empty on a DEL after the namespace is gone. */
  readonly netns: string;
  readonly ifName: string;
  readonly podName: string;
  readonly podNamespace: string;
  /** Uid of the pod when the runtime tells it, else empty: tells the daemon an old sandbox from a new one of the same name. */
  readonly podUid: string;
}

const CONTAINER_ID = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;
/** IFNAMSIZ of the kernel without the closing zero. */
const LONGEST_INTERFACE_NAME = 15;

export function readAttachment(host: Host, command: 'ADD' | 'DEL' | 'CHECK'): Result<Attachment, CniFailure> {
  const read = (name: string) => host.environment(name) ?? '';
  const required = ['CNI_CONTAINERID', 'CNI_IFNAME', ...(command === 'DEL' ? [] : ['CNI_NETNS'])];
  const missing = required.filter((name) => read(name) === '');
  if (missing.length > 0) {
    return invalid(`required environment of ${command} is missing: ${missing.join(', ')}; the runtime must set it`);
  }
  const containerId = read('CNI_CONTAINERID');
  if (!CONTAINER_ID.test(containerId)) {
    return invalid(
      `CNI_CONTAINERID "${excerpt(containerId)}" must start with a letter or digit and go on with those, "_", "." and "-"`,
    );
  }
  const ifName = read('CNI_IFNAME');
  if (!isInterfaceName(ifName)) {
    return invalid(
      `CNI_IFNAME "${excerpt(ifName)}" is no interface name: at most ${LONGEST_INTERFACE_NAME} characters, no "/", ":" or space, not "." or ".."`,
    );
  }
  const args = parseCniArgs(read('CNI_ARGS'));
  if (!args.ok) return args;
  const podName = args.value.K8S_POD_NAME ?? '';
  const podNamespace = args.value.K8S_POD_NAMESPACE ?? '';
  const absent = [podName === '' ? 'K8S_POD_NAME' : '', podNamespace === '' ? 'K8S_POD_NAMESPACE' : ''].filter(Boolean);
  if (absent.length > 0) {
    return invalid(
      `CNI_ARGS does not name the pod: ${absent.join(' and ')} missing; write CNI_ARGS="K8S_POD_NAMESPACE=<namespace>;K8S_POD_NAME=<pod>"`,
    );
  }
  const podUid = args.value.K8S_POD_UID ?? '';
  return ok({ containerId, netns: read('CNI_NETNS'), ifName, podName, podNamespace, podUid });
}

function isInterfaceName(name: string): boolean {
  return name.length <= LONGEST_INTERFACE_NAME && name !== '.' && name !== '..' && !/[/:\s]/.test(name);
}

function invalid(msg: string): { readonly ok: false; readonly error: CniFailure } {
  return failure(CNI_CODE.invalidEnvironment, msg);
}
