// Codec of RTM_*ADDR messages (struct ifaddrmsg, linux/if_addr.h).
import type { AddressOptions, LinkAddress } from '../model/link-address.ts';
import * as ia from '../uapi/if-addr.ts';
import * as nl from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { AF_UNSPEC } from '../uapi/socket.ts';
import { attribute, readAttributes, readString, u32Attribute } from './attribute.ts';
import { addressFamily, addressText, familyOfConstant, parsePrefix } from './ip-text.ts';
import { type Message, message } from './message.ts';
import { nameOf, numberOf } from './named-number.ts';
import { decode, encode, readScalar, struct, u8, u32 } from './struct.ts';

const IFADDRMSG = struct(8, {
  ifa_family: [0, u8],
  ifa_prefixlen: [1, u8],
  ifa_flags: [2, u8],
  ifa_scope: [3, u8],
  ifa_index: [4, u32],
});

const IFA_CACHEINFO_STRUCT = struct(16, { ifa_prefered: [0, u32], ifa_valid: [4, u32] });

/** `replace` turns an existing equal address into a success. */
export function newAddress(
  operation: string,
  linkIndex: number,
  cidr: string,
  options: AddressOptions & { replace?: boolean } = {},
): Message {
  const flags = (options.noDad ? ia.IFA_F_NODAD : 0) | (options.noPrefixRoute ? ia.IFA_F_NOPREFIXROUTE : 0);
  const mode = nl.NLM_F_CREATE | (options.replace ? nl.NLM_F_REPLACE : nl.NLM_F_EXCL);
  return message(
    operation,
    rt.RTM_NEWADDR,
    nl.NLM_F_ACK | mode,
    ...addressBody(linkIndex, cidr, numberOf(rt.SCOPES, options.scope ?? 'global')),
    u32Attribute(ia.IFA_FLAGS, flags),
  );
}

export function dropAddress(operation: string, linkIndex: number, cidr: string): Message {
  return message(operation, rt.RTM_DELADDR, nl.NLM_F_ACK, ...addressBody(linkIndex, cidr, 0));
}

function addressBody(linkIndex: number, cidr: string, scope: number): Uint8Array[] {
  const { family, address, length } = parsePrefix(cidr);
  return [
    encode(IFADDRMSG, {
      ifa_family: addressFamily(family),
      ifa_prefixlen: length,
      ifa_scope: scope,
      ifa_index: linkIndex,
    }),
    attribute(ia.IFA_LOCAL, address),
    attribute(ia.IFA_ADDRESS, address),
  ];
}

/** linkIndex 0: of every link. */
export function dumpAddresses(linkIndex: number): Message {
  const header = encode(IFADDRMSG, { ifa_family: AF_UNSPEC, ifa_index: linkIndex });
  return message('list addresses', rt.RTM_GETADDR, nl.NLM_F_DUMP, header);
}

/** undefined: an address of a family we do not speak. */
export function readAddress(payload: Uint8Array): LinkAddress | undefined {
  const header = decode(IFADDRMSG, payload);
  const family = familyOfConstant(header.ifa_family);
  if (family === undefined) return undefined;
  const attributes = readAttributes(payload, IFADDRMSG.size);
  const text = (type: number) => {
    const bytes = attributes.get(type);
    return bytes && addressText(bytes);
  };
  const local = text(ia.IFA_LOCAL);
  const far = text(ia.IFA_ADDRESS);
  const address = local ?? far;
  if (address === undefined) return undefined;
  const flagBytes = attributes.get(ia.IFA_FLAGS);
  const flags = flagBytes ? readScalar(u32, flagBytes) : header.ifa_flags;
  const label = attributes.get(ia.IFA_LABEL);
  return {
    family,
    address,
    prefixLength: header.ifa_prefixlen,
    cidr: `${address}/${header.ifa_prefixlen}`,
    peer: far === address ? undefined : far,
    broadcast: text(ia.IFA_BROADCAST),
    label: label && readString(label),
    linkIndex: header.ifa_index,
    scope: nameOf(rt.SCOPES, header.ifa_scope) ?? header.ifa_scope,
    noDad: (flags & ia.IFA_F_NODAD) !== 0,
    tentative: (flags & ia.IFA_F_TENTATIVE) !== 0,
    dadFailed: (flags & ia.IFA_F_DADFAILED) !== 0,
    deprecated: (flags & ia.IFA_F_DEPRECATED) !== 0,
    permanent: (flags & ia.IFA_F_PERMANENT) !== 0,
    noPrefixRoute: (flags & ia.IFA_F_NOPREFIXROUTE) !== 0,
    ...readLifetimes(attributes.get(ia.IFA_CACHEINFO)),
  };
}

function readLifetimes(bytes: Uint8Array | undefined): { validLifetime?: number; preferredLifetime?: number } {
  if (!bytes) return {};
  const { ifa_prefered: preferred, ifa_valid: valid } = decode(IFA_CACHEINFO_STRUCT, bytes);
  const finite = (seconds: number) => (seconds === ia.INFINITY_LIFE_TIME ? undefined : seconds);
  return { validLifetime: finite(valid), preferredLifetime: finite(preferred) };
}
