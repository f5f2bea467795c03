// Cluster addresses for Services that ask for none: the next free one of each service CIDR, in order.

export interface ServiceCidrs {
  readonly v4?: string;
  readonly v6?: string;
}

export class ServiceAddresses {
  readonly #cidrs: ServiceCidrs;
  #given = 0;

  constructor(cidrs: ServiceCidrs) {
    this.#cidrs = cidrs;
  }

  next(family: 'IPv4' | 'IPv6'): string | undefined {
    const cidr = family === 'IPv4' ? this.#cidrs.v4 : this.#cidrs.v6;
    if (cidr === undefined) return undefined;
    this.#given += 1;
    // .1 belongs to the kubernetes service, the first hundred are left to tests that choose addresses themselves.
    const offset = this.#given + 256;
    const network = cidr.split('/')[0] ?? '';
    if (family === 'IPv6') return `${network.replace(/::$/, '')}::${offset.toString(16)}`;
    const octets = network.split('.').map(Number);
    const value = octets.reduce((sum, octet) => sum * 256 + octet, 0) + offset;
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  }
}
