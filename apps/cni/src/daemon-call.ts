// One request to the daemon of this node over its unix socket: the answer, or why there is none. Never waits beyond its limits.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { EFBIG, ETIMEDOUT, errnoText } from './errno.ts';
import type { Host } from './host.ts';
import { readReply } from './http-reply.ts';
import { asciiJson } from './json.ts';

export interface DaemonCall {
  readonly socket: string;
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly body?: object;
  readonly replyTimeoutMs: number;
}

export interface DaemonAnswer {
  readonly status: number;
  readonly text: string;
}

export interface NoAnswer {
  /** unreachable: nothing was asked. lost: asked, but the outcome is unknown. garbled: what came back is not an answer. */
  readonly kind: 'unreachable' | 'lost' | 'garbled';
  readonly why: string;
}

export const CONNECT_TIMEOUT_MS = 5_000;
/** kubelet gives RunPodSandbox 4 minutes: answer before it gives up, so that the pod's event carries the reason. */
export const ADD_TIMEOUT_MS = 230_000;
/** kubelet gives every other runtime request 2 minutes. */
export const DEL_TIMEOUT_MS = 110_000;
export const CHECK_TIMEOUT_MS = 110_000;
export const GC_TIMEOUT_MS = 110_000;
/** containerd asks with each status poll of kubelet, every 5 seconds. */
export const STATUS_TIMEOUT_MS = 4_000;
/** How long a refusal may take that was on its way while our sending failed. */
const REFUSAL_TIMEOUT_MS = 1_000;
const LONGEST_REPLY = 8 * 1024 * 1024;

export function askDaemon(host: Host, call: DaemonCall): Result<DaemonAnswer, NoAnswer> {
  const descriptor = host.connect(call.socket, CONNECT_TIMEOUT_MS);
  if (descriptor < 0) return noAnswer('unreachable', errnoText(descriptor));
  const sent = host.send(descriptor, requestText(call));
  // A daemon may refuse before it has read everything, and then close: its answer is worth more than our EPIPE.
  const answer = receiveReply(host, descriptor, sent < 0 ? REFUSAL_TIMEOUT_MS : call.replyTimeoutMs);
  host.disconnect(descriptor);
  if (sent < 0 && !answer.ok) return noAnswer('lost', `the request could not be sent: ${errnoText(sent)}`);
  return answer;
}

function requestText(call: DaemonCall): string {
  const body = call.body === undefined ? '' : asciiJson(call.body);
  const head = [
    `${call.method} ${call.path} HTTP/1.1`,
    'Host: kube-ovn-daemon',
    'Accept: application/json',
    'Connection: close',
  ];
  if (call.body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function receiveReply(host: Host, descriptor: number, timeoutMs: number): Result<DaemonAnswer, NoAnswer> {
  const deadline = host.now() + timeoutMs;
  let received = new Uint8Array(0);
  for (;;) {
    const bytes = host.receive(descriptor, Math.max(0, deadline - host.now()));
    if (bytes === ETIMEDOUT) return noAnswer('lost', `no complete answer within ${timeoutMs / 1000} s`);
    if (typeof bytes === 'number') return noAnswer('lost', errnoText(bytes));
    received = append(received, new Uint8Array(bytes));
    const ended = bytes.byteLength === 0;
    const reply = readReply(received, ended);
    if (reply.state === 'complete') return ok({ status: reply.status, text: host.decode(ownBuffer(reply.body)) });
    if (reply.state === 'damaged') return noAnswer(ended ? 'lost' : 'garbled', reply.why);
    if (received.length > LONGEST_REPLY) return noAnswer('garbled', errnoText(EFBIG));
  }
}

function append(before: Uint8Array<ArrayBuffer>, more: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (before.length === 0) return more;
  const whole = new Uint8Array(before.length + more.length);
  whole.set(before);
  whole.set(more, before.length);
  return whole;
}

function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function noAnswer(kind: NoAnswer['kind'], why: string): { readonly ok: false; readonly error: NoAnswer } {
  return fail({ kind, why });
}
