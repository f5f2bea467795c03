// The host rules as one nftables table: masquerading, marks between pods and services, and what must never leave the node.
// Pure: facts in, table out.

import type { Family } from '@kube-ovn/ipam';
import type { FamilyFacts, RuleFacts } from './facts.ts';
import { type Expression, element, type NftChain, type NftRule, type NftSet, type NftTable } from './table.ts';

/** Kube-proxy's bit: "masquerade me". */
const SERVICE_MARK = 0x4000;
const POLICY_NAT = 0x90001;
const POLICY_FORWARD = 0x90002;

/** Before kube-proxy's and everybody else's: the first translation of a connection is the only one. */
const BEFORE_DNAT = -105;
const BEFORE_SNAT = 95;
const MANGLE = -150;
const FAMILIES: readonly Family[] = [4, 6];

export function renderTable(facts: RuleFacts): NftTable {
  const each = (rules: (family: Family, facts: FamilyFacts) => readonly NftRule[]) =>
    FAMILIES.flatMap((family) => rules(family, facts[family]));
  return {
    sets: FAMILIES.flatMap((family) => sets(family, facts[family])),
    chains: [
      { name: 'do-masquerade', rules: [rule(setMark(0)), rule({ masquerade: { flags: 'fully-random' } })] },
      ...FAMILIES.flatMap((family) => policyChains(family, facts[family])),
      base('nat-prerouting', 'nat', 'prerouting', BEFORE_DNAT, each(prerouting)),
      base(
        'nat-postrouting',
        'nat',
        'postrouting',
        BEFORE_SNAT,
        [rule(hasMark(SERVICE_MARK), { goto: MASQUERADE }), ...each(postrouting)],
        each(serviceReplies),
      ),
      base('mangle-postrouting', 'filter', 'postrouting', MANGLE, each(unsafe)),
      base('mangle-output', 'filter', 'output', MANGLE, [rule(port('udp', 4789, 6081), setMark(0))]),
      base('forward', 'filter', 'forward', 0, each(accepted)),
    ],
  };
}

const MASQUERADE = { target: 'do-masquerade' };

function sets(family: Family, facts: FamilyFacts): NftSet[] {
  const type = family === 4 ? 'ipv4_addr' : 'ipv6_addr';
  return [
    { name: `services${family}`, type, elements: facts.services },
    { name: `subnets${family}`, type, elements: facts.subnets },
    { name: `subnets-nat${family}`, type, elements: facts.natSubnets },
    { name: `other-node${family}`, type, elements: facts.otherNodes },
  ];
}

/** Pods that reach a service through their node come back through it. */
function prerouting(family: Family): NftRule[] {
  const fromPods = match('==', { meta: { key: 'iifname' } }, 'ovn0');
  return [rule(fromPods, inSet(family, 'saddr', 'subnets'), inSet(family, 'daddr', 'services'), orMark(SERVICE_MARK))];
}

function serviceReplies(family: Family, { nodeIp }: FamilyFacts): NftRule[] {
  if (nodeIp === undefined) return [];
  const snat = { snat: { family: protocol(family), addr: nodeIp } };
  return [rule(hasMark(SERVICE_MARK), inSet(family, 'saddr', 'services'), inSet(family, 'daddr', 'subnets'), snat)];
}

function postrouting(family: Family, facts: FamilyFacts): NftRule[] {
  const out = notInSet(family, 'daddr', 'subnets');
  return [
    // A connection between pods that passes the node has been translated by kube-proxy: its answers must pass the node too.
    rule(inSet(family, 'saddr', 'subnets'), inSet(family, 'daddr', 'subnets'), { goto: MASQUERADE }),
    // The middle of a connection whose beginning was not seen: translating it now would break it.
    rule(notSyn(), ctState('new'), { return: null }),
    rule(
      notInSet(family, 'saddr', 'subnets'),
      notInSet(family, 'saddr', 'other-node'),
      inSet(family, 'daddr', 'subnets-nat'),
      { return: null },
    ),
    ...facts.natPolicies.map(({ subnet, cidr }) =>
      rule(address(family, 'saddr', [cidr]), out, { jump: { target: policyChain(family, subnet) } }),
    ),
    ...(facts.natPolicies.length > 0
      ? [rule(hasMark(POLICY_NAT), { goto: MASQUERADE }), rule(hasMark(POLICY_FORWARD), { return: null })]
      : []),
    ...facts.egress.map(({ cidr, ip }) =>
      rule(address(family, 'saddr', [cidr]), out, { snat: { family: protocol(family), addr: ip } }),
    ),
    rule(inSet(family, 'saddr', 'subnets-nat'), out, { goto: MASQUERADE }),
  ];
}

/** What may not leave the node untranslated. */
function unsafe(family: Family, { egress }: FamilyFacts): NftRule[] {
  const reset = match('==', { '&': [{ payload: { protocol: 'tcp', field: 'flags' } }, 'rst'] }, 'rst');
  return [
    rule(inSet(family, 'saddr', 'subnets'), reset, ctState('invalid'), { drop: null }),
    ...egress.map(({ cidr }) =>
      rule(address(family, 'saddr', [cidr]), notSyn(), ctState('new'), notInSet(family, 'daddr', 'subnets'), {
        drop: null,
      }),
    ),
  ];
}

function accepted(family: Family): NftRule[] {
  return ['subnets', 'services'].flatMap((set) => [
    rule(inSet(family, 'saddr', set), { accept: null }),
    rule(inSet(family, 'daddr', set), { accept: null }),
  ]);
}

/** The last rule that matches decides, as users write them in order of rising precedence. */
function policyChains(family: Family, { natPolicies }: FamilyFacts): NftChain[] {
  return natPolicies.map(({ subnet, rules }) => ({
    name: policyChain(family, subnet),
    rules: rules.map(({ action, sources, destinations }) =>
      rule(
        ...(sources.length > 0 ? [address(family, 'saddr', sources)] : []),
        ...(destinations.length > 0 ? [address(family, 'daddr', destinations)] : []),
        setMark(action === 'nat' ? POLICY_NAT : POLICY_FORWARD),
      ),
    ),
  }));
}

function policyChain(family: Family, subnet: string): string {
  return `nat-policy${family}-${subnet}`;
}

function base(
  name: string,
  type: 'nat' | 'filter',
  hook: string,
  priority: number,
  rules: readonly NftRule[],
  first: readonly NftRule[] = [],
): NftChain {
  return { name, hook: { type, hook, priority }, rules: [...first, ...rules] };
}

function rule(...expr: readonly Expression[]): NftRule {
  return { expr };
}

function match(op: '==' | '!=' | 'in', left: unknown, right: unknown): Expression {
  return { match: { op, left, right } };
}

function protocol(family: Family): 'ip' | 'ip6' {
  return family === 4 ? 'ip' : 'ip6';
}

function field(family: Family, side: 'saddr' | 'daddr'): unknown {
  return { payload: { protocol: protocol(family), field: side } };
}

function inSet(family: Family, side: 'saddr' | 'daddr', set: string): Expression {
  return match('==', field(family, side), `@${set}${family}`);
}

function notInSet(family: Family, side: 'saddr' | 'daddr', set: string): Expression {
  return match('!=', field(family, side), `@${set}${family}`);
}

function address(family: Family, side: 'saddr' | 'daddr', cidrs: readonly string[]): Expression {
  const sorted = [...new Set(cidrs)].sort();
  return match('==', field(family, side), sorted.length === 1 ? element(sorted[0]!) : { set: sorted.map(element) });
}

function hasMark(mark: number): Expression {
  return match('==', { '&': [{ meta: { key: 'mark' } }, mark] }, mark);
}

function setMark(mark: number): Expression {
  return { mangle: { key: { meta: { key: 'mark' } }, value: mark } };
}

function orMark(mark: number): Expression {
  return { mangle: { key: { meta: { key: 'mark' } }, value: { '|': [{ meta: { key: 'mark' } }, mark] } } };
}

function notSyn(): Expression {
  return match(
    '!=',
    { '&': [{ payload: { protocol: 'tcp', field: 'flags' } }, { '|': ['fin', 'syn', 'rst', 'ack'] }] },
    'syn',
  );
}

function ctState(state: 'new' | 'invalid'): Expression {
  return match('in', { ct: { key: 'state' } }, state);
}

function port(name: 'udp', ...ports: readonly number[]): Expression {
  return match('==', { payload: { protocol: name, field: 'dport' } }, { set: ports });
}
