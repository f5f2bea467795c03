// The probes on an imaginary link with an imaginary clock: timing, whose answer counts, and that sockets are closed.
import { constants } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressBytes } from '../codec/ip-text.ts';
import { macBytes } from '../codec/mac-text.ts';
import { decodeArp, encodeArp } from '../packets/arp.ts';
import { decodeNeighbourMessage, encodeAdvertisement, encodeSolicitation, UNSPECIFIED } from '../packets/ndp.ts';
import { type FakeLink, fakeLink, LINK_MAC } from '../testing/fake-link.ts';
import { announce } from './announce.ts';
import { probeConflict } from './probe-conflict.ts';
import { resolveNeighbour } from './resolve-neighbour.ts';

const OTHER = '02:00:00:00:00:99';

let link: FakeLink;
beforeEach(() => {
  link = fakeLink();
});
afterEach(() => expect(link.open()).toBe(0));

function arp(operation: number, mac: string, senderIp: string, targetIp: string): Uint8Array {
  return encodeArp({
    operation,
    senderMac: macBytes(mac),
    senderIp: addressBytes(senderIp),
    targetMac: new Uint8Array(6),
    targetIp: addressBytes(targetIp),
  });
}

const times = () => link.said.map(({ atMs }) => atMs);
/** Somebody answers the nth question (from 1). */
function answerAt(nth: number, bytes: Uint8Array): void {
  link.onSaid = () => {
    if (link.said.length === nth) link.hear(bytes);
  };
}

describe('resolveNeighbour', () => {
  const resolve = (timeoutMs: number, retryMs?: number, maxRetryMs?: number) =>
    link.settle(
      resolveNeighbour(link.context, 'v0', '10.16.0.5', '10.16.0.1', { ns: '/run/x', timeoutMs, retryMs, maxRetryMs }),
    );

  test('asks again with growing pauses until the answer', async () => {
    answerAt(4, arp(2, OTHER, '10.16.0.1', '10.16.0.5'));
    expect(await resolve(3000)).toEqual({ mac: OTHER });
    expect(times()).toEqual([0, 10, 30, 70]);
    expect(decodeArp(link.said[0]!.bytes)).toMatchObject({
      senderMac: macBytes(LINK_MAC),
      senderIp: addressBytes('10.16.0.5'),
      targetIp: addressBytes('10.16.0.1'),
    });
  });

  test('gives up after the timeout, the pause has a limit', async () => {
    expect(await resolve(1000, 100, 300)).toBeUndefined();
    expect(times()).toEqual([0, 100, 300, 600, 900]);
    expect(link.now()).toBe(1000);
  });

  test('other addresses, our own packets and rubbish are no answer', async () => {
    link.hear(arp(2, OTHER, '10.16.0.2', '10.16.0.5'));
    link.hear(arp(1, LINK_MAC, '10.16.0.1', '10.16.0.1'));
    link.hear(new Uint8Array(5));
    expect(await resolve(50)).toBeUndefined();
  });

  test('a link that is not up yet is waited for', async () => {
    link.refuse = constants.errno.ENETDOWN;
    link.context.reactor.after(35, () => {
      link.refuse = undefined;
    });
    answerAt(1, arp(2, OTHER, '10.16.0.1', '10.16.0.5'));
    expect(await resolve(1000)).toEqual({ mac: OTHER });
  });

  test('a link that is gone is ENODEV', async () => {
    link.refuse = constants.errno.ENXIO;
    await expect(resolve(1000)).rejects.toMatchObject({ code: 'ENODEV' });
  });

  test('cancelled', async () => {
    link.context.reactor.after(20, link.cancel);
    expect(await resolve(1000)).toBeUndefined();
    expect(link.now()).toBeLessThan(1000);
  });

  test('IPv6: the MAC in the option wins over the sender of the frame', async () => {
    link.onSaid = () =>
      link.hear(encodeAdvertisement(addressBytes('fd00::1'), macBytes(OTHER)), macBytes('02:00:00:00:00:11'));
    const answer = resolveNeighbour(link.context, 'v0', 'fd00::5', 'fd00:0::1', { timeoutMs: 100 });
    expect(await link.settle(answer)).toEqual({ mac: OTHER });
    expect(decodeNeighbourMessage(link.said[0]!.bytes)).toMatchObject({ source: addressBytes('fd00::5') });
  });
});

describe('probeConflict', () => {
  const probe = (ip = '10.16.0.5') => link.settle(probeConflict(link.context, 'v0', ip, LINK_MAC, '/run/x'));

  test('RFC 5227: three probes without a sender address, 1 to 2 s apart, then 2 s of listening', async () => {
    expect(await probe()).toBeUndefined();
    const [first = 0, second = 0, third = 0] = times();
    expect(link.said).toHaveLength(3);
    expect(first).toBeLessThanOrEqual(1001);
    for (const pause of [second - first, third - second]) {
      expect(pause).toBeGreaterThanOrEqual(999);
      expect(pause).toBeLessThanOrEqual(2001);
    }
    expect(link.now() - third).toBeGreaterThanOrEqual(2000);
    for (const { bytes } of link.said) {
      expect(decodeArp(bytes)).toMatchObject({ senderIp: new Uint8Array(4), targetIp: addressBytes('10.16.0.5') });
    }
  });

  test.each([
    ['a reply', arp(2, OTHER, '10.16.0.5', '0.0.0.0')],
    ['any packet of a holder', arp(1, OTHER, '10.16.0.5', '10.16.0.1')],
    ['somebody probing for it at the same time', arp(1, OTHER, '0.0.0.0', '10.16.0.5')],
  ])('%s is a conflict', async (_what, bytes) => {
    answerAt(2, bytes);
    expect(await probe()).toEqual({ mac: OTHER });
    expect(link.said).toHaveLength(2);
  });

  test.each([
    ['our own kernel using the address already', arp(1, LINK_MAC, '10.16.0.5', '10.16.0.1')],
    ['somebody asking for it', arp(1, OTHER, '10.16.0.7', '10.16.0.5')],
    ['a probe for another address', arp(1, OTHER, '0.0.0.0', '10.16.0.6')],
  ])('%s is none', async (_what, bytes) => {
    answerAt(1, bytes);
    expect(await probe()).toBeUndefined();
  });

  test('probes that could not be sent do not count', async () => {
    link.refuse = constants.errno.ENETDOWN;
    link.context.reactor.after(10_000, () => {
      link.refuse = undefined;
    });
    expect(await probe()).toBeUndefined();
    expect(link.said).toHaveLength(3);
  });

  test('IPv6: one probe from the unspecified address', async () => {
    expect(await probe('fd00::5')).toBeUndefined();
    expect(link.said.map(({ bytes }) => decodeNeighbourMessage(bytes)?.source)).toEqual([UNSPECIFIED]);
  });

  test.each([
    ['an advertisement', encodeAdvertisement(addressBytes('fd00::5'), macBytes(OTHER))],
    ['another probe', encodeSolicitation(UNSPECIFIED, addressBytes('fd00::5'), macBytes(OTHER))],
  ])('IPv6: %s is a conflict', async (_what, bytes) => {
    link.onSaid = () => link.hear(bytes, macBytes(OTHER));
    expect(await probe('fd00::5')).toEqual({ mac: OTHER });
  });
});

describe('announce', () => {
  test('gratuitous ARP, as often as asked', async () => {
    await link.settle(announce(link.context, 'v0', '10.16.0.5', OTHER, '/run/x', { count: 2 }));
    expect(times()).toEqual([0, 2000]);
    expect(decodeArp(link.said[0]!.bytes)).toMatchObject({
      senderMac: macBytes(OTHER),
      senderIp: addressBytes('10.16.0.5'),
      targetIp: addressBytes('10.16.0.5'),
    });
  });

  test('unsolicited neighbour advertisement', async () => {
    await link.settle(announce(link.context, 'v0', 'fd00::5', OTHER, '/run/x'));
    expect(decodeNeighbourMessage(link.said[0]!.bytes)).toMatchObject({
      kind: 'advertisement',
      linkLayer: macBytes(OTHER),
    });
  });
});
