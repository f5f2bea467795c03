// Turns "the daemon said no" and "the daemon said nothing" into CNI errors: which code, and what the reader should do.

import { CNI_CODE, type CniFailure } from './cni-failure.ts';
import type { DaemonAnswer, DaemonCall, NoAnswer } from './daemon-call.ts';
import { excerpt, isObject, type JsonObject, parseJson } from './json.ts';

/** Answers that pass by themselves: time-out, too many requests, not ready, gateway time-out. */
const TRANSIENT_STATUS: readonly number[] = [408, 429, 503, 504];

/** Body of every refusal: `{"error": text, "code": "ERR_CNI_..."}`; STATUS answers with a number in `code`. */
export interface Refusal {
  readonly text: string;
  readonly code: string | number | undefined;
}

export function readRefusal(answer: DaemonAnswer): Refusal {
  const body = parseJson(answer.text)?.value;
  const fields: JsonObject = isObject(body) ? body : {};
  const code = typeof fields.code === 'string' || typeof fields.code === 'number' ? fields.code : undefined;
  const text = typeof fields.error === 'string' && fields.error !== '' ? fields.error : excerpt(answer.text);
  return { text: text || 'no reason given', code };
}

export function refused(call: DaemonCall, answer: DaemonAnswer): CniFailure {
  const refusal = readRefusal(answer);
  const prefix = typeof refusal.code === 'string' && refusal.code !== '' ? `${refusal.code}: ` : '';
  return {
    code: codeOf(answer.status),
    msg: `${prefix}${refusal.text}`,
    details: `${what(call)} answered ${answer.status}`,
  };
}

export function unanswered(call: DaemonCall, none: NoAnswer): CniFailure {
  const look = "look at this node's kube-ovn-cni pod (kubectl -n kube-system get pods -l app=kube-ovn-cni -o wide)";
  if (none.kind === 'unreachable') {
    return {
      code: CNI_CODE.tryAgainLater,
      msg: `the kube-ovn daemon is not reachable at ${call.socket}: ${none.why}; the runtime tries again, if it stays like this ${look}`,
    };
  }
  if (none.kind === 'lost') {
    return {
      code: CNI_CODE.tryAgainLater,
      msg: `the kube-ovn daemon did not finish its answer to ${what(call)}: ${none.why}; the runtime tries again, if it stays like this ${look}`,
    };
  }
  return {
    code: CNI_CODE.cannotDecode,
    msg: `the answer of the kube-ovn daemon to ${what(call)} is damaged: ${none.why}; is ${call.socket} the socket of kube-ovn-daemon?`,
  };
}

export function unreadable(call: DaemonCall, answer: DaemonAnswer, why: string): CniFailure {
  const details = answer.text === '' ? 'it is empty' : `it starts with: ${excerpt(answer.text)}`;
  return {
    code: CNI_CODE.cannotDecode,
    msg: `the answer of the kube-ovn daemon to ${what(call)} is unusable: ${why}; are shim and daemon of the same release?`,
    details: `status ${answer.status}, ${details}`,
  };
}

function codeOf(status: number): number {
  if (TRANSIENT_STATUS.includes(status)) return CNI_CODE.tryAgainLater;
  return status >= 400 && status < 500 ? CNI_CODE.refusedByDaemon : CNI_CODE.failedInDaemon;
}

function what(call: DaemonCall): string {
  return `${call.method} ${call.path}`;
}
