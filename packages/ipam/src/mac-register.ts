// The MACs of one subnet: drawn ones are unique, none is ever the gateway's.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { parseMac, randomMacSource } from './mac.ts';
import { OwnerIndex } from './owner-index.ts';

/** With 46 random bits even two clashes in a row mean a broken source. */
const DRAW_LIMIT = 1000;

export class MacRegister {
  gatewayMac: string | undefined;
  readonly #owners = new OwnerIndex<string>();
  readonly #random: () => string;

  constructor(random: () => string = randomMacSource()) {
    this.#random = random;
  }

  draw(): string {
    for (let attempt = 0; attempt < DRAW_LIMIT; attempt++) {
      const mac = this.#random();
      if (mac !== this.gatewayMac && !this.#owners.has(mac)) return mac;
    }
    throw new Error('the source of random MACs repeats itself');
  }

  chooseStatic(text: string, owner: string, subnet: string, checkConflict: boolean): Result<string> {
    const mac = parseMac(text);
    if (!mac.ok) return mac;
    if (mac.value === this.gatewayMac) return conflict(mac.value, subnet, 'the gateway');
    const other = checkConflict ? this.#owners.other(mac.value, owner) : undefined;
    return other === undefined ? ok(mac.value) : conflict(mac.value, subnet, other);
  }

  hold(mac: string, owner: string): void {
    this.#owners.add(mac, owner);
  }

  letGo(mac: string, owner: string): void {
    this.#owners.remove(mac, owner);
  }

  ownersOf(text: string): readonly string[] {
    const mac = parseMac(text);
    return mac.ok ? this.#owners.of(mac.value) : [];
  }
}

function conflict(address: string, subnet: string, owner: string) {
  return failWith('ERR_IPAM_ADDRESS_CONFLICT', { address, subnet, owner });
}
