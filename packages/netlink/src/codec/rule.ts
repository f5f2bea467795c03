// Codec of RTM_*RULE messages (struct fib_rule_hdr, linux/fib_rules.h).
import type { Rule } from '../model/rule.ts';
import * as fr from '../uapi/fib-rules.ts';
import * as nl from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import {
  attribute,
  optional,
  readAttributes,
  readString,
  scalarAttribute,
  stringAttribute,
  u32Attribute,
} from './attribute.ts';
import { addressFamily, addressText, type Family, familyOfConstant, parsePrefix } from './ip-text.ts';
import { type Message, message } from './message.ts';
import { nameOf, numberOf } from './named-number.ts';
import { decode, encode, readScalar, struct, u8, u32 } from './struct.ts';

const FIB_RULE_HDR = struct(12, {
  family: [0, u8],
  dst_len: [1, u8],
  src_len: [2, u8],
  table: [4, u8],
  action: [7, u8],
  flags: [8, u32],
});

const ANY_MARK_BIT = 0xffffffff;

export function writeRule(operation: string, write: 'add' | 'delete', rule: Rule): Message {
  const source = rule.source === undefined ? undefined : parsePrefix(rule.source);
  const destination = rule.destination === undefined ? undefined : parsePrefix(rule.destination);
  for (const prefix of [source, destination]) {
    if (prefix && prefix.family !== rule.family)
      throw new RangeError(`the rule is IPv${rule.family}, its prefix is not`);
  }
  const table = rule.table ?? 0;
  const action = rule.action ?? (write === 'add' || rule.table !== undefined ? 'table' : undefined);
  const header = encode(FIB_RULE_HDR, {
    family: addressFamily(rule.family),
    src_len: source?.length ?? 0,
    dst_len: destination?.length ?? 0,
    table: table < 256 ? table : rt.RT_TABLE_UNSPEC,
    action: action === undefined ? 0 : fr.RULE_ACTIONS[action],
    flags: rule.invert ? fr.FIB_RULE_INVERT : 0,
  });
  const [type, flags] =
    write === 'add' ? [rt.RTM_NEWRULE, nl.NLM_F_ACK | nl.NLM_F_CREATE | nl.NLM_F_EXCL] : [rt.RTM_DELRULE, nl.NLM_F_ACK];
  return message(
    operation,
    type,
    flags,
    header,
    ...optional(rule.table, (id) => u32Attribute(fr.FRA_TABLE, id)),
    ...optional(source, ({ address }) => attribute(fr.FRA_SRC, address)),
    ...optional(destination, ({ address }) => attribute(fr.FRA_DST, address)),
    ...optional(rule.priority, (priority) => u32Attribute(fr.FRA_PRIORITY, priority)),
    ...optional(rule.mark, (mark) => u32Attribute(fr.FRA_FWMARK, mark)),
    ...optional(rule.markMask, (mask) => u32Attribute(fr.FRA_FWMASK, mask)),
    ...optional(rule.inputLink, (name) => stringAttribute(fr.FRA_IIFNAME, name)),
    ...optional(rule.outputLink, (name) => stringAttribute(fr.FRA_OIFNAME, name)),
    ...optional(rule.protocol, (id) => scalarAttribute(fr.FRA_PROTOCOL, u8, numberOf(rt.ROUTE_PROTOCOLS, id))),
  );
}

export function dumpRules(family: Family): Message {
  return message('list rules', rt.RTM_GETRULE, nl.NLM_F_DUMP, encode(FIB_RULE_HDR, { family: addressFamily(family) }));
}

export function readRule(payload: Uint8Array): Rule | undefined {
  const header = decode(FIB_RULE_HDR, payload);
  const family = familyOfConstant(header.family);
  if (family === undefined) return undefined;
  const attributes = readAttributes(payload, FIB_RULE_HDR.size);
  const number = (type: number) => {
    const bytes = attributes.get(type);
    return bytes && readScalar(u32, bytes);
  };
  const name = (type: number) => {
    const bytes = attributes.get(type);
    return bytes && readString(bytes);
  };
  const source = attributes.get(fr.FRA_SRC);
  const destination = attributes.get(fr.FRA_DST);
  const protocol = attributes.get(fr.FRA_PROTOCOL);
  const protocolNumber = protocol && readScalar(u8, protocol);
  const mask = number(fr.FRA_FWMASK);
  return {
    family,
    priority: number(fr.FRA_PRIORITY) ?? 0,
    source: source && `${addressText(source)}/${header.src_len}`,
    destination: destination && `${addressText(destination)}/${header.dst_len}`,
    mark: number(fr.FRA_FWMARK),
    markMask: mask === ANY_MARK_BIT ? undefined : mask,
    inputLink: name(fr.FRA_IIFNAME),
    outputLink: name(fr.FRA_OIFNAME),
    table: number(fr.FRA_TABLE) ?? header.table,
    action: nameOf(fr.RULE_ACTIONS, header.action),
    invert: (header.flags & fr.FIB_RULE_INVERT) !== 0,
    protocol: protocolNumber && (nameOf(rt.ROUTE_PROTOCOLS, protocolNumber) ?? protocolNumber),
  };
}
