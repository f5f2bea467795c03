// Address conflict detection: RFC 5227 for IPv4, the same by neighbour discovery (RFC 4862) for IPv6. It listens while
// the pod is being set up, so it costs the pod no time.
import { addressBytes, addressText, familyOf } from '../codec/ip-text.ts';
import { macBytes, macText } from '../codec/mac-text.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { Conversation } from './conversation.ts';
import { LinkSpeaker } from './link-speaker.ts';
import type { TaskContext } from './task-context.ts';

/** All in milliseconds; defaults are those of RFC 5227 1.1, for IPv6 one probe and one second (RFC 4862 5.1). */
export interface ProbeTiming {
  /** Longest random wait before the first probe. */
  readonly probeWaitMs?: number;
  readonly probes?: number;
  readonly minIntervalMs?: number;
  readonly maxIntervalMs?: number;
  /** How long to listen after the last probe. */
  readonly announceWaitMs?: number;
}

const RFC_5227 = { probeWaitMs: 1000, probes: 3, minIntervalMs: 1000, maxIntervalMs: 2000, announceWaitMs: 2000 };
const RFC_4862 = { probeWaitMs: 1000, probes: 1, minIntervalMs: 1000, maxIntervalMs: 1000, announceWaitMs: 1000 };

/** The MAC of another holder of the address, or undefined when nobody objected. */
export function probeConflict(
  context: TaskContext,
  link: string,
  ip: string,
  ownMac: string,
  ns?: NetnsRef,
  timing: ProbeTiming = {},
): Promise<{ mac: string } | undefined> {
  const rule = { ...(familyOf(ip) === 4 ? RFC_5227 : RFC_4862), ...timing };
  const wanted = addressText(addressBytes(ip));
  const own = macText(macBytes(ownMac));
  const speaker = new LinkSpeaker(context.engine, link, ip, ns);
  const conversation = new Conversation<{ mac: string }>(context);
  conversation.listen(speaker, () => {
    for (const { mac, holds, probes } of speaker.heard(own)) {
      if (holds === wanted || probes === wanted) return conversation.end({ mac });
    }
  });
  const probe = (left: number) => {
    const sent = speaker.say(speaker.protocol.question(wanted, own));
    // A link that is not up yet has heard no probe: it does not count.
    const remaining = sent ? left - 1 : left;
    if (remaining === 0) return conversation.after(rule.announceWaitMs, () => conversation.end(undefined));
    conversation.after(between(rule.minIntervalMs, rule.maxIntervalMs), () => probe(remaining));
  };
  conversation.after(between(0, rule.probeWaitMs), () => probe(rule.probes));
  return conversation.result;
}

function between(low: number, high: number): number {
  return low + Math.random() * (high - low);
}
