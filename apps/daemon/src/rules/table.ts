// Forms of nft's JSON, written exactly as `nft -j list` prints them, so that what is wanted and what is there compare as text.

export const FAMILY = 'inet';
export const TABLE = 'kube-ovn';

export type Expression = Readonly<Record<string, unknown>>;

export interface NftSet {
  readonly name: string;
  readonly type: 'ipv4_addr' | 'ipv6_addr';
  readonly elements: readonly string[];
}

export interface NftChain {
  readonly name: string;
  /** Absent: only jumped to. */
  readonly hook?: { readonly type: 'nat' | 'filter'; readonly hook: string; readonly priority: number };
  readonly rules: readonly NftRule[];
}

export interface NftRule {
  readonly expr: readonly Expression[];
  readonly comment?: string;
}

export interface NftTable {
  readonly sets: readonly NftSet[];
  readonly chains: readonly NftChain[];
}

/** Replaces the whole table in one transaction of the kernel: no packet sees half of it. */
export function replaceCommands(table: NftTable): object {
  const place = { family: FAMILY, table: TABLE };
  const add = (object: object) => ({ add: object });
  return {
    nftables: [
      // Deleting fails unless it is there, adding does not fail when it is.
      add({ table: { family: FAMILY, name: TABLE } }),
      { delete: { table: { family: FAMILY, name: TABLE } } },
      add({ table: { family: FAMILY, name: TABLE } }),
      ...table.sets.map((set) => add({ set: { ...place, ...setBody(set) } })),
      ...table.chains.map((chain) => add({ chain: { ...place, ...chainBody(chain) } })),
      ...table.chains.flatMap(({ name, rules }) =>
        rules.map((rule) => add({ rule: { ...place, chain: name, ...ruleBody(rule) } })),
      ),
    ],
  };
}

/** A text that is equal for equal tables, whatever made them. */
export function canonical(table: NftTable): string {
  return JSON.stringify([
    ...table.sets.map((set) => ['set', set.name, set.type, [...set.elements].map(elementText).sort()]).sort(byName),
    ...table.chains.map((chain) => ['chain', chain.name, chain.hook ?? null]).sort(byName),
    ...table.chains
      .map(({ name, rules }) => ['rules', name, rules.map(({ expr, comment }) => [expr.map(stable), comment ?? ''])])
      .sort(byName),
  ]);
}

/** What `nft -j list table` printed, in the same form; throws for what is not its output. */
export function parseListing(text: string): NftTable {
  const { nftables } = JSON.parse(text) as { nftables: readonly Listed[] };
  const rules = nftables.flatMap(({ rule }) => rule ?? []);
  return {
    sets: nftables.flatMap(({ set }) =>
      set ? [{ name: set.name, type: set.type, elements: (set.elem ?? []).map(listedElement) }] : [],
    ),
    chains: nftables.flatMap(({ chain }) =>
      chain
        ? [
            {
              name: chain.name,
              hook: chain.hook === undefined ? undefined : { type: chain.type, hook: chain.hook, priority: chain.prio },
              rules: rules.flatMap((rule) =>
                rule.chain === chain.name ? [{ expr: rule.expr, comment: rule.comment }] : [],
              ),
            },
          ]
        : [],
    ),
  };
}

interface Listed {
  readonly set?: { readonly name: string; readonly type: NftSet['type']; readonly elem?: readonly unknown[] };
  readonly chain?: {
    readonly name: string;
    readonly type: 'nat' | 'filter';
    readonly hook?: string;
    readonly prio: number;
  };
  readonly rule?: { readonly chain: string; readonly expr: readonly Expression[]; readonly comment?: string };
}

function setBody({ name, type, elements }: NftSet): object {
  return { name, type, flags: ['interval'], ...(elements.length > 0 && { elem: elements.map(element) }) };
}

function chainBody({ name, hook }: NftChain): object {
  return hook ? { name, type: hook.type, hook: hook.hook, prio: hook.priority, policy: 'accept' } : { name };
}

function ruleBody({ expr, comment }: NftRule): object {
  return { expr, ...(comment !== undefined && { comment }) };
}

/** "10.16.0.0/16" -> a prefix; a whole address stays text. */
export function element(cidr: string): unknown {
  const text = elementText(cidr);
  const [addr, length] = text.split('/');
  return length === undefined ? text : { prefix: { addr, len: Number(length) } };
}

function listedElement(listed: unknown): string {
  if (typeof listed === 'string') return listed;
  const { prefix } = listed as { prefix?: { addr: string; len: number } };
  return prefix ? `${prefix.addr}/${prefix.len}` : JSON.stringify(listed);
}

function elementText(cidr: string): string {
  return cidr.replace(cidr.includes(':') ? /\/128$/ : /\/32$/, '');
}

/** Counters count: that is no difference. */
function stable(expression: Expression): unknown {
  return 'counter' in expression ? { counter: null } : expression;
}

function byName(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a[1]) < String(b[1]) ? -1 : 1;
}
