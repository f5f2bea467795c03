// Hands out the addresses and MACs of one subnet. Deterministic: the answer depends on what is held and on the order of
// releases only. A request is decided completely before anything changes, so a refused one leaves no trace.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, parseAddress } from './address.ts';
import type {
  Allocation,
  AllocationRequest,
  AllocatorOptions,
  StaticRequest,
  Stray,
  SubnetConfig,
} from './allocation.ts';
import { formatCidr } from './cidr.ts';
import { DEFAULT_POOL, type FamilyConfig, FamilySpace } from './family-space.ts';
import type { Holding } from './holding.ts';
import { type DualSet, type IntervalSet, parseRanges } from './interval-set.ts';
import { formatMac, macNumber } from './mac.ts';
import { MacRegister } from './mac-register.ts';
import { type Ordinal, shifted } from './ordinal.ts';
import { setUpSubnet } from './subnet-setup.ts';
import type { DualUsage } from './usage.ts';

/** How a static address is judged. */
interface StaticRules {
  readonly pool: string;
  readonly checkConflict: boolean;
  readonly anywhere: boolean;
}

type FamilyKey = 'v4' | 'v6';

const LIVE_RULES: StaticRules = { pool: DEFAULT_POOL, checkConflict: true, anywhere: false };

export class SubnetAllocator {
  #name: string;
  readonly #v4: FamilySpace;
  readonly #v6: FamilySpace;
  readonly #macs: MacRegister;
  readonly #holdings = new Map<string, Holding>();
  readonly #pools = new Set<string>();

  /** Throws the coded error of a bad config; `create` returns it. */
  constructor(config: SubnetConfig, options: AllocatorOptions = {}) {
    const setup = setUpSubnet(config);
    if (!setup.ok) throw setup.error;
    this.#name = setup.value.name;
    this.#v4 = new FamilySpace(4, setup.value.v4);
    this.#v6 = new FamilySpace(6, setup.value.v6);
    this.#macs = new MacRegister(options.randomMac);
    this.#macs.gateway = setup.value.gatewayMac;
  }

  static create(config: SubnetConfig, options?: AllocatorOptions): Result<SubnetAllocator> {
    const setup = setUpSubnet(config);
    return setup.ok ? ok(new SubnetAllocator(config, options)) : setup;
  }

  get name(): string {
    return this.#name;
  }

  /** How many owners hold something. */
  get size(): number {
    return this.#holdings.size;
  }

  /** New CIDR, gateway, excludes or skip list. What is held stays held (see `strays`); a bad config is refused unchanged. */
  reconfigure(config: SubnetConfig): Result<void> {
    const setup = setUpSubnet(config);
    if (!setup.ok) return setup;
    this.#name = setup.value.name;
    this.#macs.gateway = setup.value.gatewayMac;
    this.#configureFamily('v4', setup.value.v4);
    this.#configureFamily('v6', setup.value.v6);
    return ok(undefined);
  }

  /** Cuts a pool out of the subnet, or gives it other addresses. Held addresses stay with their owners. */
  setPool(name: string, ips: readonly string[]): Result<void> {
    if (name === DEFAULT_POOL) throw new Error('a pool needs a name');
    const ranges = parseRanges(ips);
    if (!ranges.ok) return ranges;
    const fault = this.#poolFault(name, ranges.value);
    if (fault) return fault;
    this.#pools.add(name);
    this.#v4.setPool(name, ranges.value.v4);
    this.#v6.setPool(name, ranges.value.v6);
    return ok(undefined);
  }

  removePool(name: string): void {
    this.#pools.delete(name);
    this.#v4.removePool(name);
    this.#v6.removePool(name);
  }

  hasPool(name: string): boolean {
    return this.#pools.has(name);
  }

  get pools(): readonly string[] {
    return [...this.#pools];
  }

  /** The pool an address belongs to; '' is the rest of the subnet. */
  poolOf(address: Address): string {
    const space = this.#space(address.family === 4 ? 'v4' : 'v6');
    return space.poolNameOf(space.ordinal(address));
  }

  allocate(request: AllocationRequest): Result<Allocation> {
    const { owner, family } = request;
    const asked = request.static;
    const holding = this.#holdings.get(owner);
    const wantV4 = family === 'v4' || family === 'dual';
    const wantV6 = family === 'v6' || family === 'dual';
    if (holding && !asked && (!wantV4 || holding.v4 !== undefined) && (!wantV6 || holding.v6 !== undefined)) {
      return ok(this.#allocation(holding));
    }
    if ((wantV4 && !this.#v4.cidr) || (wantV6 && !this.#v6.cidr) || (!wantV4 && asked?.v4) || (!wantV6 && asked?.v6)) {
      return failWith('ERR_IPAM_FAMILY_MISMATCH', { family, subnet: this.#name, cidr: this.#cidrText() });
    }
    const pool = request.pool ?? DEFAULT_POOL;
    const rules = asked ? { pool, checkConflict: request.checkConflict ?? true, anywhere: false } : LIVE_RULES;
    const mac = this.#chooseMac(holding, asked?.mac, rules);
    if (!mac.ok) return mac;
    const v4 = wantV4 ? this.#chooseAddress('v4', holding, asked?.v4, rules, pool) : ok(holding?.v4);
    if (!v4.ok) return v4;
    const v6 = wantV6 ? this.#chooseAddress('v6', holding, asked?.v6, rules, pool) : ok(holding?.v6);
    if (!v6.ok) return v6;
    const drawn = { v4: !asked?.v4, v6: !asked?.v6 };
    return ok(this.#commit(holding, { owner, v4: v4.value, v6: v6.value, mac: mac.value }, drawn, pool));
  }

  /** Takes over what an IP object records: also addresses outside the CIDR. Nothing is drawn except a missing MAC. */
  restore(
    owner: string,
    recorded: StaticRequest,
    options: { readonly checkConflict?: boolean } = {},
  ): Result<Allocation> {
    const holding = this.#holdings.get(owner);
    const rules = { pool: DEFAULT_POOL, checkConflict: options.checkConflict ?? true, anywhere: true };
    const mac = this.#chooseMac(holding, recorded.mac, rules);
    if (!mac.ok) return mac;
    const v4 = recorded.v4 ? this.#chooseStatic('v4', holding, recorded.v4, rules) : ok(holding?.v4);
    if (!v4.ok) return v4;
    const v6 = recorded.v6 ? this.#chooseStatic('v6', holding, recorded.v6, rules) : ok(holding?.v6);
    if (!v6.ok) return v6;
    const chosen = { owner, v4: v4.value, v6: v6.value, mac: mac.value };
    return ok(this.#commit(holding, chosen, { v4: false, v6: false }, DEFAULT_POOL));
  }

  /** Releases everything of an owner, or one family; the MAC goes with the last address. Returns what was held. */
  release(owner: string, family?: FamilyKey): Allocation | undefined {
    const holding = this.#holdings.get(owner);
    if (!holding) return undefined;
    const was = this.#allocation(holding);
    if (holding.v4 !== undefined && family !== 'v6') {
      this.#v4.letGo(holding.v4, holding);
      holding.v4 = undefined;
    }
    if (holding.v6 !== undefined && family !== 'v4') {
      this.#v6.letGo(holding.v6, holding);
      holding.v6 = undefined;
    }
    if (holding.v4 === undefined && holding.v6 === undefined) {
      this.#macs.letGo(holding.mac);
      this.#holdings.delete(owner);
    }
    return was;
  }

  holds(owner: string): Allocation | undefined {
    const holding = this.#holdings.get(owner);
    return holding && this.#allocation(holding);
  }

  owners(): IterableIterator<string> {
    return this.#holdings.keys();
  }

  ownersOf(address: string | Address): readonly string[] {
    const parsed = typeof address === 'string' ? parseAddress(address) : ok(address);
    if (!parsed.ok) return [];
    const space = this.#space(parsed.value.family === 4 ? 'v4' : 'v6');
    return space.holders.of(space.ordinal(parsed.value)).map((holding) => holding.owner);
  }

  /** Looks at every owner: for error texts and repair, not for the hot path. */
  ownersOfMac(text: string): readonly string[] {
    const mac = macNumber(text);
    return [...this.#holdings.values()].filter((holding) => holding.mac === mac).map((holding) => holding.owner);
  }

  /** Held addresses outside the CIDR: the subnet was changed under them. */
  strays(): readonly Stray[] {
    return [this.#v4, this.#v6].flatMap((space) =>
      [...space.strays()].flatMap((ordinal) =>
        space.holders.of(ordinal).map(({ owner }) => ({ owner, address: space.text(ordinal) })),
      ),
    );
  }

  /** How many addresses a dynamic request could get; cheap, unlike the texts of `counts`. */
  available(family: FamilyKey, pool: string = DEFAULT_POOL): bigint {
    return this.#space(family).available(pool);
  }

  counts(): DualUsage {
    return { v4: this.#v4.usage(), v6: this.#v6.usage() };
  }

  poolCounts(name: string): DualUsage {
    return { v4: this.#v4.usage(name), v6: this.#v6.usage(name) };
  }

  #chooseMac(holding: Holding | undefined, asked: string | undefined, rules: StaticRules): Result<number> {
    if (!asked) return ok(holding?.mac ?? this.#macs.draw());
    const mac = macNumber(asked);
    if (mac === undefined) return failWith('ERR_MAC_INVALID', { text: asked });
    if (mac === this.#macs.gateway) return this.#conflict(formatMac(mac), 'the gateway');
    if (!rules.checkConflict || mac === holding?.mac || !this.#macs.has(mac)) return ok(mac);
    return this.#conflict(formatMac(mac), this.ownersOfMac(asked).join(','));
  }

  #chooseAddress(
    key: FamilyKey,
    holding: Holding | undefined,
    asked: string | undefined,
    rules: StaticRules,
    pool: string,
  ): Result<Ordinal> {
    const held = holding?.[key];
    if (asked) return this.#chooseStatic(key, holding, asked, rules);
    const ordinal = held ?? this.#space(key).peek(pool);
    if (ordinal !== undefined) return ok(ordinal);
    const where = pool === DEFAULT_POOL ? `subnet ${this.#name}` : `pool ${pool} of subnet ${this.#name}`;
    return failWith('ERR_IPAM_NO_AVAILABLE_ADDRESS', { where: `${where} (${key})` });
  }

  #chooseStatic(key: FamilyKey, holding: Holding | undefined, asked: string, rules: StaticRules): Result<Ordinal> {
    const space = this.#space(key);
    const parsed = parseAddress(asked);
    if (!parsed.ok) return parsed;
    if (parsed.value.family !== space.family) return failWith('ERR_ADDRESS_INVALID', { text: asked });
    const ordinal = space.ordinal(parsed.value);
    if (ordinal === holding?.[key]) return ok(ordinal);
    const address = space.text(ordinal);
    if (!rules.anywhere && !space.isUsable(ordinal)) {
      return failWith('ERR_IPAM_ADDRESS_OUT_OF_RANGE', { address, subnet: this.#name, cidr: this.#cidrText() });
    }
    if (space.isGateway(ordinal)) return this.#conflict(address, 'the gateway');
    if (rules.pool !== DEFAULT_POOL && space.poolNameOf(ordinal) !== rules.pool) {
      return failWith('ERR_IPAM_ADDRESS_OUT_OF_RANGE', { address, subnet: this.#name, cidr: `pool ${rules.pool}` });
    }
    const other = rules.checkConflict ? space.holders.of(ordinal)[0] : undefined;
    return other === undefined ? ok(ordinal) : this.#conflict(address, other.owner);
  }

  #conflict(address: string, owner: string) {
    return failWith('ERR_IPAM_ADDRESS_CONFLICT', { address, subnet: this.#name, owner });
  }

  /** Nothing can fail from here on. The new address is taken before the old one is given back. */
  #commit(
    before: Holding | undefined,
    after: Holding,
    drawn: Readonly<Record<FamilyKey, boolean>>,
    pool: string,
  ): Allocation {
    const holding = before ?? { owner: after.owner, v4: undefined, v6: undefined, mac: after.mac };
    this.#moveTo('v4', holding, after.v4, drawn.v4 ? pool : undefined);
    this.#moveTo('v6', holding, after.v6, drawn.v6 ? pool : undefined);
    if (!before) {
      this.#macs.hold(holding.mac);
      this.#holdings.set(holding.owner, holding);
    } else if (before.mac !== after.mac) {
      this.#macs.letGo(holding.mac);
      holding.mac = after.mac;
      this.#macs.hold(holding.mac);
    }
    return this.#allocation(holding);
  }

  #moveTo(key: FamilyKey, holding: Holding, chosen: Ordinal | undefined, drawnFrom: string | undefined): void {
    const old = holding[key];
    if (chosen === undefined || chosen === old) return;
    this.#space(key).hold(chosen, holding, drawnFrom);
    holding[key] = chosen;
    if (old !== undefined) this.#space(key).letGo(old, holding);
  }

  /** Ordinals count from the network address: when that moved, so does every held ordinal. */
  #configureFamily(key: FamilyKey, config: FamilyConfig): void {
    const space = this.#space(key);
    const shift = space.configure(config);
    if (shift === 0n) return;
    space.holders.clear();
    for (const holding of this.#holdings.values()) {
      const ordinal = holding[key];
      if (ordinal === undefined) continue;
      holding[key] = shifted(ordinal, shift);
      space.holders.add(holding[key], holding);
    }
  }

  #poolFault(name: string, ranges: DualSet) {
    for (const key of ['v4', 'v6'] as const) {
      const space = this.#space(key);
      const outside = outsideOf(ranges[key], space);
      if (outside !== undefined) {
        return failWith('ERR_IPAM_ADDRESS_OUT_OF_RANGE', {
          address: outside,
          subnet: this.#name,
          cidr: this.#cidrText(),
        });
      }
      for (const other of this.#pools) {
        const common = other === name ? undefined : space.definitionOf(other)?.intersect(ranges[key]);
        if (!common || common.isEmpty) continue;
        return failWith('ERR_IPAM_POOL_OVERLAP', { pool: name, other, addresses: common.toText(), subnet: this.#name });
      }
    }
    return undefined;
  }

  #allocation(holding: Holding): Allocation {
    const mac = formatMac(holding.mac);
    if (holding.v6 === undefined) return holding.v4 === undefined ? { mac } : { v4: this.#v4.text(holding.v4), mac };
    if (holding.v4 === undefined) return { v6: this.#v6.text(holding.v6), mac };
    return { v4: this.#v4.text(holding.v4), v6: this.#v6.text(holding.v6), mac };
  }

  #space(key: FamilyKey): FamilySpace {
    return key === 'v4' ? this.#v4 : this.#v6;
  }

  #cidrText(): string {
    return [this.#v4.cidr, this.#v6.cidr].flatMap((cidr) => (cidr ? [formatCidr(cidr)] : [])).join(',');
  }
}

/** The part of a pool that its subnet does not contain, as text. */
function outsideOf(ranges: IntervalSet, space: FamilySpace): string | undefined {
  const { cidr } = space;
  if (!cidr) return ranges.isEmpty ? undefined : ranges.toText();
  for (const range of ranges.intervals()) {
    if (range.first < cidr.first.value || range.last > cidr.last.value) return ranges.toText();
  }
  return undefined;
}
