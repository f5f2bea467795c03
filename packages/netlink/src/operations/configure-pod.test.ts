// What configurePod sends, on an imaginary kernel that agrees to everything - or answers rubbish.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Reply, splitReplies } from '../codec/message.ts';
import { DecodeError } from '../codec/struct.ts';
import { NetlinkError } from '../netlink-error.ts';
import { Engine } from '../session/engine.ts';
import { Namespaces } from '../system/namespaces.ts';
import type { Syscalls } from '../system/syscalls.ts';
import { answeringSocket, bytesOf, fakeSyscalls, kernelMessage } from '../testing/fake-syscalls.ts';
import { RECORDED } from '../testing/recorded.generated.ts';
import { NLMSG_ERROR } from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { addresses } from './addresses.ts';
import { configurePod, type PodRequest } from './configure-pod.ts';
import { links } from './links.ts';
import { neighbours } from './neighbours.ts';
import { routes } from './routes.ts';
import { rules } from './rules.ts';

const LINK = bytesOf(RECORDED.links.find((hex) => hex.includes('020000000005')) ?? '');

const REQUEST: PodRequest = {
  ns: '/run/netns/x',
  link: 'eth0',
  mac: '02:00:00:00:00:05',
  routes: [{ family: 4, gateway: '10.16.0.1' }],
  addresses: [{ cidr: '10.16.0.5/16' }, { cidr: '10.17.0.5/16' }],
  loopback: true,
};

function engineOn(kernel: Partial<Syscalls>): Engine {
  const syscalls = fakeSyscalls({ open: () => 9, setNetns: () => 0, ...kernel });
  return new Engine(syscalls, new Namespaces(syscalls));
}

function agree({ type, sequence }: Reply): Uint8Array {
  if (type === rt.RTM_GETLINK) return kernelMessage(rt.RTM_NEWLINK, sequence, LINK);
  return kernelMessage(NLMSG_ERROR, sequence, new Uint8Array(4));
}

describe('configurePod', () => {
  test('one system call for all, the addresses before the routes (case L2)', () => {
    const sent: number[][] = [];
    const engine = engineOn(
      answeringSocket((datagram) => {
        const requests = splitReplies(datagram);
        sent.push(requests.map(({ type }) => type));
        return requests.map(agree);
      }),
    );
    configurePod(engine, REQUEST);
    const { RTM_GETLINK, RTM_SETLINK, RTM_NEWADDR, RTM_NEWROUTE } = rt;
    expect(sent).toEqual([
      [RTM_GETLINK],
      [RTM_SETLINK, RTM_SETLINK, RTM_SETLINK, RTM_NEWADDR, RTM_NEWADDR, RTM_NEWROUTE],
    ]);
  });

  test('what cannot be encoded is refused before anything is changed', () => {
    const types: number[] = [];
    const engine = engineOn(
      answeringSocket((datagram) => {
        const requests = splitReplies(datagram);
        types.push(...requests.map(({ type }) => type));
        return requests.map(agree);
      }),
    );
    const mixed = [{ family: 6, gateway: '10.16.0.1' }] as const;
    expect(() => configurePod(engine, { ...REQUEST, routes: mixed })).toThrow('not IPv6');
    expect(() => configurePod(engine, { ...REQUEST, mac: 'x' })).toThrow('no MAC');
    expect(new Set(types)).toEqual(new Set([rt.RTM_GETLINK]));
  });
});

test('a kernel that answers rubbish: errors, no crash, no hang', () => {
  const recorded = [...RECORDED.links, ...RECORDED.routes, ...RECORDED.addresses, ...RECORDED.rules];
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
  const answers = fc.array(
    fc.tuple(fc.constantFrom(2, 3, 16, 20, 24, 28, 32), fc.constantFrom(...recorded), damage, fc.nat(2000)),
    { maxLength: 6 },
  );
  const operations = [links, addresses, routes, rules, neighbours, (engine: Engine) => configurePod(engine, REQUEST)];
  fc.assert(
    fc.property(answers, fc.constantFrom(...operations), (given, operation) => {
      const engine = engineOn(
        answeringSocket((datagram) => {
          const sequence = datagram[8] ?? 0;
          return given.map(([type, hex, changes, length]) => {
            const bytes = kernelMessage(type, sequence, bytesOf(hex)).slice(0, length);
            for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
            return bytes;
          });
        }),
      );
      try {
        operation(engine);
      } catch (error) {
        expect(error instanceof NetlinkError || error instanceof DecodeError).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});
