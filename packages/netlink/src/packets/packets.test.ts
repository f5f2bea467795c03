import { describe, expect, test } from 'vitest';
import { addressBytes } from '../codec/ip-text.ts';
import { macBytes } from '../codec/mac-text.ts';
import { bytesOf, hexOf } from '../testing/fake-syscalls.ts';
import { decodeArp, encodeArp } from './arp.ts';
import { internetChecksum } from './checksum.ts';
import { echoReplySequence, encodeEchoRequest } from './echo.ts';
import { decodeNeighbourMessage, encodeAdvertisement, encodeSolicitation, multicastMac, UNSPECIFIED } from './ndp.ts';

const mac = macBytes('02:00:00:00:00:05');

test('the checksum of RFC 1071, section 3', () => {
  expect(internetChecksum(bytesOf('0001f203f4f5f6f7'))).toBe(~0xddf2 & 0xffff);
});

describe('ARP', () => {
  const arp = {
    operation: 1,
    senderMac: mac,
    senderIp: addressBytes('10.16.0.5'),
    targetMac: new Uint8Array(6),
    targetIp: addressBytes('10.16.0.1'),
  };

  test('bytes and back', () => {
    const bytes = encodeArp(arp);
    expect(hexOf(bytes)).toBe('0001080006040001' + '020000000005' + '0a100005' + '000000000000' + '0a100001');
    expect(decodeArp(bytes)).toEqual(arp);
    expect(decodeArp(new Uint8Array([...bytes, ...new Uint8Array(18)]))).toEqual(arp);
  });

  test('another hardware or protocol is not ours', () => {
    for (const at of [0, 2, 4, 5]) {
      const bytes = encodeArp(arp);
      bytes[at] = 0x77;
      expect(decodeArp(bytes)).toBeUndefined();
    }
  });
});

describe('neighbour discovery', () => {
  const target = addressBytes('fd00::abcd:1234');

  test('a solicitation goes to the solicited-node group with our MAC', () => {
    const bytes = encodeSolicitation(addressBytes('fd00::5'), target, mac);
    expect(hexOf(bytes.subarray(24, 40))).toBe(hexOf(addressBytes('ff02::1:ffcd:1234')));
    expect(hexOf(multicastMac(bytes.subarray(24, 40)))).toBe('3333ffcd1234');
    expect(decodeNeighbourMessage(bytes)).toEqual({
      kind: 'solicitation',
      source: addressBytes('fd00::5'),
      target,
      linkLayer: mac,
    });
  });

  test('a probe does not tell our MAC (RFC 4861 4.3)', () => {
    expect(decodeNeighbourMessage(encodeSolicitation(UNSPECIFIED, target, mac))?.linkLayer).toBeUndefined();
  });

  test('an advertisement', () => {
    expect(decodeNeighbourMessage(encodeAdvertisement(target, mac))).toEqual({
      kind: 'advertisement',
      source: target,
      target,
      linkLayer: mac,
    });
  });

  test('ignored: through a router, a wrong checksum, an option of length zero', () => {
    const routed = encodeAdvertisement(target, mac);
    routed[7] = 254;
    expect(decodeNeighbourMessage(routed)).toBeUndefined();
    const damaged = encodeAdvertisement(target, mac);
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    expect(decodeNeighbourMessage(damaged)).toBeUndefined();
  });
});

describe('echo', () => {
  const token = bytesOf('0102030405060708');

  test('IPv4 sums itself up, IPv6 leaves that to the kernel', () => {
    expect(internetChecksum(encodeEchoRequest(4, 7, 1, token))).toBe(0);
    expect(hexOf(encodeEchoRequest(6, 7, 1, token)).slice(0, 8)).toBe('80000000');
  });

  test('a reply is ours by id and token', () => {
    const ipHeader = new Uint8Array(20).fill(0x45, 0, 1);
    const reply = encodeEchoRequest(4, 7, 3, token);
    reply[0] = 0;
    const packet = new Uint8Array([...ipHeader, ...reply]);
    expect(echoReplySequence(4, packet, 7, token)).toBe(3);
    expect(echoReplySequence(4, packet, 8, token)).toBeUndefined();
    expect(echoReplySequence(4, packet, 7, bytesOf('0102030405060709'))).toBeUndefined();
    expect(echoReplySequence(4, new Uint8Array([...ipHeader, ...encodeEchoRequest(4, 7, 3, token)]), 7, token)).toBe(
      undefined,
    );
  });
});
