import { describe, expect, test } from 'vitest';
import { isAnswerToMark, isCommit, MARK, MessageSplitter } from './openflow-stream.ts';
import { parseTunnelNeighbours } from './tunnel-neighbours.ts';

const message = (type: number, body: readonly number[]) => {
  const header = Buffer.from([6, type, 0, 8 + body.length, 0, 0, 0, 1]);
  return Buffer.concat([header, Buffer.from(body)]);
};
const control = (type: number) => message(33, [0, 0, 0, 9, 0, type, 0, 0]);

describe('OpenFlow messages in a stream', () => {
  test('are whole however the stream is cut', () => {
    const sent = [
      message(0, []),
      control(0),
      message(
        34,
        Array.from({ length: 200 }, () => 7),
      ),
      control(4),
    ];
    for (const size of [1, 3, 8, 64, 1000]) {
      const splitter = new MessageSplitter();
      const stream = Buffer.concat(sent);
      const came: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size) came.push(...splitter.push(stream.subarray(at, at + size)));
      expect(came).toEqual(sent);
    }
  });

  test('only the request to commit is one', () => {
    expect([0, 2, 4, 6].map((type) => isCommit(control(type)))).toEqual([false, false, true, false]);
    expect(isCommit(message(14, [0, 0, 0, 9, 0, 4, 0, 0]))).toBe(false);
  });

  test('the answer to the mark is known', () => {
    const answer = Buffer.from(MARK);
    answer[1] = 3;
    expect([isAnswerToMark(answer), isAnswerToMark(message(3, []))]).toEqual([true, false]);
  });
});

test('the neighbours of tunnels are read from the table of the switch', () => {
  const text = [
    'IP                                            MAC                 Bridge',
    '==========================================================================',
    '172.19.0.3                                    3a:11:22:33:44:55   br-phy',
    'fd00:172:19::4                                3a:11:22:33:44:66   br-phy',
    '',
  ].join('\n');
  expect(parseTunnelNeighbours(text)).toEqual([
    { ip: '172.19.0.3', mac: '3a:11:22:33:44:55', bridge: 'br-phy' },
    { ip: 'fd00:172:19::4', mac: '3a:11:22:33:44:66', bridge: 'br-phy' },
  ]);
});
