// Tells the link where an address is: gratuitous ARP (RFC 5227 2.3) or an unsolicited neighbour advertisement.
import { addressBytes, addressText } from '../codec/ip-text.ts';
import { macBytes, macText } from '../codec/mac-text.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { Conversation } from './conversation.ts';
import { LinkSpeaker } from './link-speaker.ts';
import type { TaskContext } from './task-context.ts';

export interface AnnounceOptions {
  /** Default 1; RFC 5227 asks for 2. */
  readonly count?: number;
  /** Default 2000, as in RFC 5227. */
  readonly intervalMs?: number;
}

/** Ends after the last announcement. */
export async function announce(
  context: TaskContext,
  link: string,
  ip: string,
  mac: string,
  ns?: NetnsRef,
  options: AnnounceOptions = {},
): Promise<void> {
  const { count = 1, intervalMs = 2000 } = options;
  const speaker = new LinkSpeaker(context.engine, link, ip, ns);
  const conversation = new Conversation<undefined>(context);
  const words = speaker.protocol.announcement(addressText(addressBytes(ip)), macText(macBytes(mac)));
  // Announcements are not answered; what the socket hears is thrown away.
  conversation.listen(speaker, () => [...speaker.heard()]);
  const speak = (left: number) => {
    speaker.say(words);
    if (left === 1) conversation.end(undefined);
    else conversation.after(intervalMs, () => speak(left - 1));
  };
  conversation.after(0, () => speak(count));
  await conversation.result;
}
