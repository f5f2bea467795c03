// What is true at the end of every run, whatever its scenario: the copies of one fact agree.

import { parseAddress, parseRange, rangeContains } from '@kube-ovn/ipam';
import type { Scene } from '@kube-ovn/testkit/scenario';

interface Ip {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: {
    readonly subnet: string;
    readonly v4IpAddress?: string;
    readonly v6IpAddress?: string;
    readonly macAddress?: string;
  };
}

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
}

interface Subnet {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly excludeIps?: readonly string[] };
  readonly status?: {
    readonly v4usingIPs?: number;
    readonly v6usingIPs?: number;
    readonly v4usingIPrange?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

type Texts = Readonly<Record<string, string>>;

/** Everything that is not as it must be, one sentence each. */
export function brokenInvariants(scene: Scene): readonly string[] {
  const ips = scene.server.objects.list<Ip>('IP');
  return [
    ...sharedAddresses(ips),
    ...portsWithoutAddress(scene, ips),
    ...podsWithWrongAnnotation(scene, ips),
    ...wrongCounts(scene, ips),
    ...orphans(scene),
    ...strayMembers(scene, ips),
  ];
}

function sharedAddresses(ips: readonly Ip[]): string[] {
  const owners = new Map<string, string>();
  return ips.flatMap(({ metadata, spec }) =>
    [spec.v4IpAddress, spec.v6IpAddress].flatMap((address) => {
      if (!address) return [];
      const key = `${address} in ${spec.subnet}`;
      const other = owners.get(key);
      owners.set(key, metadata.name);
      return other === undefined ? [] : [`${key} belongs to ${other} and to ${metadata.name}`];
    }),
  );
}

/** A port is the copy of an IP object, on the switch of its subnet. */
function portsWithoutAddress({ northbound }: Scene, ips: readonly Ip[]): string[] {
  const byName = new Map(ips.map((ip) => [ip.metadata.name, ip]));
  const switches = northbound.named('Logical_Switch');
  return northbound.named('Logical_Switch_Port').flatMap(({ identity, columns }) => {
    if ((columns.external_ids as Texts).vendor !== 'kube-ovn' || columns.type === 'router') return [];
    const ip = byName.get(identity);
    if (ip === undefined) return [`port ${identity} has no IP object`];
    const { macAddress, v4IpAddress, v6IpAddress, subnet } = ip.spec;
    const expected = [macAddress, v4IpAddress, v6IpAddress].filter(Boolean).join(' ');
    const [seen] = columns.addresses as readonly string[];
    const home = switches.find(({ columns: { ports } }) => (ports as string[]).includes(identity))?.identity;
    return [
      ...(seen === expected ? [] : [`port ${identity} has ${seen}, its IP object ${expected}`]),
      ...(home === subnet ? [] : [`port ${identity} is on ${home}, its IP object in ${subnet}`]),
    ];
  });
}

function podsWithWrongAnnotation({ server }: Scene, ips: readonly Ip[]): string[] {
  return server.objects.list<Pod>('Pod').flatMap(({ metadata }) => {
    const { name, namespace, annotations = {}, deletionTimestamp } = metadata;
    if (annotations['ovn.kubernetes.io/allocated'] !== 'true' || deletionTimestamp !== undefined) return [];
    const ip = ips.find((candidate) => candidate.metadata.name === `${name}.${namespace}`);
    const expected = ip && [ip.spec.v4IpAddress, ip.spec.v6IpAddress].filter(Boolean).join(',');
    const seen = annotations['ovn.kubernetes.io/ip_address'];
    return seen === expected ? [] : [`pod ${namespace}/${name} says ${seen}, its IP object ${expected}`];
  });
}

/** The status of a subnet that is ready counts the IP objects, but for excluded addresses, as the contract has it. */
function wrongCounts({ server }: Scene, ips: readonly Ip[]): string[] {
  return server.objects.list<Subnet>('Subnet').flatMap(({ metadata: { name }, spec: { excludeIps = [] }, status }) => {
    if (!status?.conditions?.some(({ type, status: state }) => type === 'Ready' && state === 'True')) return [];
    const own = ips.filter(({ spec }) => spec.subnet === name);
    const v4 = own.filter(({ spec }) => spec.v4IpAddress && !isInside(spec.v4IpAddress, excludeIps)).length;
    const v6 = own.filter(({ spec }) => spec.v6IpAddress && !isInside(spec.v6IpAddress, excludeIps)).length;
    const ranged = sizeOfRanges(status.v4usingIPrange ?? '');
    return [
      ...(Number(status.v4usingIPs) === v4
        ? []
        : [`subnet ${name} counts ${status.v4usingIPs} IPv4 addresses of ${v4}`]),
      ...(Number(status.v6usingIPs) === v6
        ? []
        : [`subnet ${name} counts ${status.v6usingIPs} IPv6 addresses of ${v6}`]),
      ...(ranged === v4
        ? []
        : [`the range ${status.v4usingIPrange} of subnet ${name} has ${ranged} addresses of ${v4}`]),
    ];
  });
}

/** Every row of ours names the object that wants it, and that exists. */
function orphans({ northbound, server }: Scene): string[] {
  const tables = ['Logical_Router', 'Logical_Switch', 'Logical_Router_Port', 'Logical_Switch_Port', 'Address_Set'];
  const nested = ['Port_Group', 'Logical_Router_Policy', 'Logical_Router_Static_Route'];
  return [...tables, ...nested].flatMap((table) =>
    northbound.named(table).flatMap(({ identity, columns }) => {
      const { vendor, owner = '' } = columns.external_ids as Texts;
      if (vendor !== 'kube-ovn') return [];
      const [kind = '', name = ''] = owner.split('/');
      if (owner !== '' && server.objects.get(kind, name) !== undefined) return [];
      return [`${table} ${identity} belongs to ${owner || 'nobody'}, which does not exist`];
    }),
  );
}

function strayMembers({ northbound }: Scene, ips: readonly Ip[]): string[] {
  const held = new Set(ips.flatMap(({ spec }) => [spec.v4IpAddress, spec.v6IpAddress]));
  return northbound.named('Address_Set').flatMap(({ identity, columns }) => {
    if (!identity.startsWith('distributed.')) return [];
    return (columns.addresses as string[])
      .filter((address) => !held.has(address))
      .map((address) => `address set ${identity} holds ${address}, which nobody has`);
  });
}

function isInside(text: string, ranges: readonly string[]): boolean {
  const address = parseAddress(text);
  return ranges.some((range) => {
    const parsed = parseRange(range);
    return address.ok && parsed.ok && rangeContains(parsed.value, address.value);
  });
}

function sizeOfRanges(text: string): number {
  const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return text
    .split(',')
    .filter((range) => range !== '')
    .reduce((sum, range) => {
      const [first = '', last = first] = range.split(/-|\.\./);
      return sum + number(last) - number(first) + 1;
    }, 0);
}
