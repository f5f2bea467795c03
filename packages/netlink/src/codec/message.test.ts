import { describe, expect, test } from 'vitest';
import { bytesOf, hexOf, kernelMessage } from '../testing/fake-syscalls.ts';
import * as nl from '../uapi/netlink.ts';
import { attribute, listAttributes, nested, readAttributes, readString, stringAttribute } from './attribute.ts';
import { frame, message, readVerdict, splitReplies } from './message.ts';
import { concat, DecodeError, scalarBytes, u32 } from './struct.ts';

describe('framing', () => {
  test('a request has length, type, flags and sequence number', () => {
    const request = message('try', 16, nl.NLM_F_ACK, bytesOf('0102030405'));
    expect(hexOf(frame(request, 7, 0))).toBe(
      '15000000' + '1000' + '0500' + '07000000' + '00000000' + '0102030405' + '000000',
    );
  });

  test('several replies in one datagram', () => {
    const datagram = concat([kernelMessage(16, 1, bytesOf('01')), kernelMessage(3, 1, bytesOf('00000000'))]);
    expect(splitReplies(datagram).map(({ type, payload }) => [type, hexOf(payload)])).toEqual([
      [16, '01'],
      [3, '00000000'],
    ]);
  });

  test.each([
    ['a cut header', '14000000'],
    ['a length beyond the datagram', '20000000100000000100000000000000'],
    ['a length below the header', '08000000100000000100000000000000'],
    ['a length of zero', '00000000100000000100000000000000'],
  ])('%s is an error', (_what, hex) => {
    expect(() => splitReplies(bytesOf(hex))).toThrow(DecodeError);
  });
});

describe('verdicts', () => {
  const verdictOf = (payload: Uint8Array, flags: number) => {
    const [reply] = splitReplies(kernelMessage(nl.NLMSG_ERROR, 1, payload, flags));
    return reply && readVerdict(reply);
  };
  const eexist = scalarBytes(u32, -17 >>> 0);
  const words = stringAttribute(nl.NLMSGERR_ATTR_MSG, 'no such thing');

  test('an acknowledgement is errno 0', () => {
    expect(verdictOf(bytesOf('00000000'), 0)).toEqual({ errno: 0, text: undefined });
  });

  test('the words of the kernel, without and with the request before them', () => {
    const header = new Uint8Array(16);
    expect(verdictOf(concat([eexist, header, words]), nl.NLM_F_CAPPED | nl.NLM_F_ACK_TLVS)).toEqual({
      errno: 17,
      text: 'no such thing',
    });
    const request = concat([bytesOf('13000000'), new Uint8Array(12), bytesOf('01020300')]);
    expect(verdictOf(concat([eexist, request, words]), nl.NLM_F_ACK_TLVS)).toEqual({
      errno: 17,
      text: 'no such thing',
    });
  });

  test('a cut verdict is an error', () => {
    expect(() => verdictOf(bytesOf('0000'), 0)).toThrow(DecodeError);
  });
});

describe('attributes', () => {
  test('are padded to four bytes, the length is not', () => {
    expect(hexOf(stringAttribute(3, 'eth0'))).toBe('0900030065746830000000' + '00');
    expect(hexOf(nested(18, attribute(1, bytesOf('ff'))))).toBe('0c001200' + '05000100ff000000');
  });

  test('read back, flags of the type removed', () => {
    const found = readAttributes(concat([attribute(0x8000 | 18, bytesOf('0102')), stringAttribute(3, 'lo')]));
    expect(found.get(18)).toEqual(bytesOf('0102'));
    expect(readString(found.get(3) ?? bytesOf(''))).toBe('lo');
  });

  test.each(['04', '0300010000000000', '0900010000000000', '0000000000000000'])('%s is an error', (hex) => {
    expect(() => listAttributes(bytesOf(hex))).toThrow(DecodeError);
  });

  test('a payload too long for its length field is refused', () => {
    expect(() => attribute(1, new Uint8Array(0x10000))).toThrow(RangeError);
  });
});
