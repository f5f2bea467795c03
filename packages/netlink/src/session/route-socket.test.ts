import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { dropLink, dumpLinks, getLinkByName } from '../codec/link.ts';
import { splitReplies } from '../codec/message.ts';
import { concat, DecodeError, scalarBytes, u32 } from '../codec/struct.ts';
import { answeringSocket, bytesOf, fakeSyscalls, kernelMessage } from '../testing/fake-syscalls.ts';
import { RECORDED } from '../testing/recorded.generated.ts';
import * as nl from '../uapi/netlink.ts';
import { RTM_NEWLINK } from '../uapi/rtnetlink.ts';
import { RouteSocket } from './route-socket.ts';

const { EBUSY, EEXIST, ENODEV } = constants.errno;
const lo = bytesOf(RECORDED.links[0]);
const verdict = (sequence: number, errno: number) =>
  kernelMessage(nl.NLMSG_ERROR, sequence, scalarBytes(u32, -errno >>> 0));
const done = (sequence: number) => kernelMessage(nl.NLMSG_DONE, sequence, new Uint8Array(4), nl.NLM_F_MULTI);

function socketThat(answer: (sent: Uint8Array) => readonly Uint8Array[]): RouteSocket {
  return new RouteSocket(fakeSyscalls(answeringSocket(answer)));
}

const sequenceOf = (sent: Uint8Array) => splitReplies(sent)[0]?.sequence ?? 0;

describe('transact', () => {
  const messages = ['a', 'b', 'c'].map((name) => dropLink(`delete link ${name}`, name));

  test('one send for all; each verdict finds its request whatever the order', () => {
    let sends = 0;
    const socket = socketThat((sent) => {
      sends++;
      const [a = 0, b = 0, c = 0] = splitReplies(sent).map(({ sequence }) => sequence);
      return [verdict(c, 0), verdict(a, 0), verdict(b, EBUSY)];
    });
    expect(socket.attempt(messages).map((error) => error?.message)).toEqual([
      undefined,
      'delete link b: EBUSY',
      undefined,
    ]);
    expect(sends).toBe(1);
  });

  test('throws the first failure, typed', () => {
    const socket = socketThat((sent) => splitReplies(sent).map(({ sequence }) => verdict(sequence, EEXIST)));
    expect(() => socket.transact(messages)).toThrow(
      expect.objectContaining({ name: 'NetlinkError', code: 'EEXIST', errno: EEXIST, operation: 'delete link a' }),
    );
  });

  test('many messages go in several sends, so that verdicts cannot overflow the queue', () => {
    const sizes: number[] = [];
    const socket = socketThat((sent) => {
      const replies = splitReplies(sent);
      sizes.push(replies.length);
      return replies.map(({ sequence }) => verdict(sequence, 0));
    });
    socket.transact(Array.from({ length: 150 }, (_, i) => dropLink(`${i}`, `l${i}`)));
    expect(sizes).toEqual([64, 64, 22]);
  });

  test('silence is ETIMEDOUT, not a hang', () => {
    expect(() => socketThat(() => []).transact(messages)).toThrow('delete link a: ETIMEDOUT');
  });

  test('verdicts of another request are not taken for ours', () => {
    expect(() => socketThat(() => [verdict(4711, 0)]).transact(messages)).toThrow('ETIMEDOUT');
  });
});

describe('dump', () => {
  test('collects datagrams until the end mark', () => {
    const socket = socketThat((sent) => {
      const sequence = sequenceOf(sent);
      const link = kernelMessage(RTM_NEWLINK, sequence, lo, nl.NLM_F_MULTI);
      return [concat([link, link]), link, done(sequence)];
    });
    expect(socket.dump(dumpLinks())).toEqual([lo, lo, lo]);
  });

  test('is repeated when a change came in between', () => {
    let dumps = 0;
    const socket = socketThat((sent) => {
      const flags = nl.NLM_F_MULTI | (++dumps === 1 ? nl.NLM_F_DUMP_INTR : 0);
      return [kernelMessage(RTM_NEWLINK, sequenceOf(sent), lo, flags), done(sequenceOf(sent))];
    });
    expect(socket.dump(dumpLinks())).toHaveLength(1);
    expect(dumps).toBe(2);
  });

  test('ends even if changes never stop', () => {
    const socket = socketThat((sent) => [
      kernelMessage(nl.NLMSG_DONE, sequenceOf(sent), new Uint8Array(4), nl.NLM_F_DUMP_INTR),
    ]);
    expect(socket.dump(dumpLinks())).toEqual([]);
  });

  test('a cut datagram is an error at every length', () => {
    const whole = concat([kernelMessage(RTM_NEWLINK, 1, lo, nl.NLM_F_MULTI), done(1)]);
    for (let length = 1; length < whole.length; length++) {
      const socket = socketThat(() => [whole.slice(0, length)]);
      expect(() => socket.dump(dumpLinks())).toThrow();
    }
  });

  test('damage is a DecodeError', () => {
    expect(() => socketThat(() => [bytesOf('0000000010000000')]).dump(dumpLinks())).toThrow(DecodeError);
  });
});

describe('get', () => {
  test('no such link is undefined, another refusal is thrown', () => {
    const refuse = (errno: number) => socketThat((sent) => [verdict(sequenceOf(sent), errno)]);
    expect(refuse(ENODEV).get(getLinkByName('x'))).toBeUndefined();
    expect(() => refuse(EBUSY).get(getLinkByName('x'))).toThrow('find link x: EBUSY');
  });

  test('an answer to something else is EBADMSG', () => {
    expect(() => socketThat(() => [verdict(99, 0)]).get(getLinkByName('x'))).toThrow('EBADMSG');
  });
});

test('no socket, no object', () => {
  expect(() => new RouteSocket(fakeSyscalls({}))).toThrow('open netlink socket: ENOSYS');
});
