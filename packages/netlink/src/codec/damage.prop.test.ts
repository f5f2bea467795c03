// Whatever arrives, a reader returns or throws DecodeError: no crash of another kind, no hang.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeArp } from '../packets/arp.ts';
import { echoReplySequence } from '../packets/echo.ts';
import { decodeNeighbourMessage } from '../packets/ndp.ts';
import { bytesOf } from '../testing/fake-syscalls.ts';
import { RECORDED } from '../testing/recorded.generated.ts';
import { readAddress } from './address.ts';
import { readChange } from './change.ts';
import { readLink } from './link.ts';
import { readVerdict, splitReplies } from './message.ts';
import { readNeighbour } from './neighbour.ts';
import { readRoute } from './route.ts';
import { readRule } from './rule.ts';
import { DecodeError } from './struct.ts';

const READERS = [
  ['link', readLink, RECORDED.links],
  ['address', readAddress, RECORDED.addresses],
  ['route', readRoute, RECORDED.routes],
  ['rule', readRule, RECORDED.rules],
  ['neighbour', readNeighbour, RECORDED.neighbours],
] as const;

function survives(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): void {
  try {
    read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
  }
}

describe.each(READERS)('%s', (_name, read, recorded) => {
  test('cut at every byte', () => {
    for (const hex of recorded) {
      const whole = bytesOf(hex);
      for (let length = 0; length < whole.length; length++) survives(read, whole.subarray(0, length));
    }
  });

  test('with damaged bytes', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...recorded), damage, (hex, changes) => {
        const bytes = bytesOf(hex);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        survives(read, bytes);
      }),
      { numRuns: 2000 },
    );
  });

  test('rubbish', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => survives(read, bytes)),
      { numRuns: 1000 },
    );
  });
});

const rubbish = fc.uint8Array({ maxLength: 200 });

test('datagrams', () => {
  const read = (bytes: Uint8Array) => {
    for (const reply of splitReplies(bytes)) {
      readVerdict(reply);
      readChange(reply);
    }
  };
  fc.assert(
    fc.property(rubbish, (bytes) => survives(read, bytes)),
    { numRuns: 2000 },
  );
});

test('packets from the network never throw at all', () => {
  fc.assert(
    fc.property(rubbish, (bytes) => {
      decodeArp(bytes);
      decodeNeighbourMessage(bytes);
      echoReplySequence(4, bytes, 1, Uint8Array.of(1));
      echoReplySequence(6, bytes, 1, Uint8Array.of(1));
    }),
    { numRuns: 2000 },
  );
});
