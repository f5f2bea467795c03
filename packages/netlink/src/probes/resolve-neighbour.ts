// Asks the link for the MAC of an address until somebody answers.
import { addressBytes, addressText } from '../codec/ip-text.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { Conversation } from './conversation.ts';
import { LinkSpeaker } from './link-speaker.ts';
import type { TaskContext } from './task-context.ts';

export interface ResolveOptions {
  readonly ns?: NetnsRef;
  readonly timeoutMs: number;
  /** Time to the second question, default 10; it doubles from question to question ... */
  readonly retryMs?: number;
  /** ... up to this, default 1000. */
  readonly maxRetryMs?: number;
}

const DEFAULT_RETRY_MS = 10;
const DEFAULT_MAX_RETRY_MS = 1000;

/** source absent: ask without an address of our own (a probe); the answer is then a broadcast. */
export function resolveNeighbour(
  context: TaskContext,
  link: string,
  source: string | undefined,
  target: string,
  options: ResolveOptions,
): Promise<{ mac: string } | undefined> {
  const { retryMs = DEFAULT_RETRY_MS, maxRetryMs = DEFAULT_MAX_RETRY_MS } = options;
  const wanted = addressText(addressBytes(target));
  const speaker = new LinkSpeaker(context.engine, link, target, options.ns);
  const conversation = new Conversation<{ mac: string }>(context);
  conversation.listen(speaker, () => {
    for (const { mac, holds } of speaker.heard()) if (holds === wanted) return conversation.end({ mac });
  });
  const ask = (nextMs: number) => {
    speaker.say(speaker.protocol.question(wanted, speaker.mac, source));
    conversation.after(nextMs, () => ask(Math.min(nextMs * 2, maxRetryMs)));
  };
  conversation.after(options.timeoutMs, () => conversation.end(undefined));
  conversation.after(0, () => ask(retryMs));
  return conversation.result;
}
