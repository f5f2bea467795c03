// What the controller decided about one interface of a pod, read from the pod's annotations: complete, not yet there, or wrong.

import { annotation, interfaceAnnotation, isOvnProvider, type NetworkAnnotation } from '@kube-ovn/crds';
import { codedError } from '@kube-ovn/errors';
import { type Cidr, cidrContains, type Family, formatAddress, parseAddress, parseCidr, parseMac } from '@kube-ovn/ipam';
import { isMigrationTarget, type PodRecord } from '../kube/pod-record.ts';
import type { PodRequest } from './request.ts';
import { StageFailure } from './stage-failure.ts';

export interface PodNetwork {
  readonly provider: string;
  /** The switch port: `<pod>.<namespace>[.<provider>[.<interface>]]`. */
  readonly portName: string;
  /** Name under which ports are known: that of the virtual machine when there is one. */
  readonly podName: string;
  readonly subnet: string;
  readonly mac: string;
  readonly addresses: readonly PodAddress[];
  readonly routes: readonly PodRoute[];
  readonly ownsDefaultRoute: boolean;
  readonly nicType: string;
  readonly providerNetwork: string;
  readonly isMigrationTarget: boolean;
  /** The port is bound elsewhere until it is activated. */
  readonly waitsForActivation: boolean;
}

export interface PodAddress {
  readonly family: Family;
  readonly ip: string;
  /** With the prefix length of the subnet. */
  readonly cidr: string;
  readonly subnet: string;
  readonly gateway: string | undefined;
}

export interface PodRoute {
  /** Absent: the default route. */
  readonly destination: string | undefined;
  readonly gateway: string | undefined;
  readonly family: Family;
}

export type PodNetworkState =
  | { readonly state: 'ready'; readonly network: PodNetwork }
  | { readonly state: 'waiting'; readonly for: 'address' | 'route' };

/** Throws StageFailure for what no waiting will make better. */
export function readPodNetwork(pod: PodRecord, request: PodRequest): PodNetworkState {
  const { provider, if_name: ifName } = request;
  const { annotations } = pod;
  const read = (name: NetworkAnnotation) => annotations[interfaceAnnotation(annotations, provider, ifName, name)] ?? '';
  const mac = read('mac_address');
  const macOnly = read('ip_address') === '' && read('cidr') === '' && mac !== '';
  if (read('allocated') !== 'true' || (read('ip_address') === '' && !macOnly)) return WAITING_FOR_ADDRESS;
  const reader: Reader = { pod, read, keyOf: (name) => interfaceAnnotation(annotations, provider, ifName, name) };
  const addresses = macOnly ? [] : readAddresses(reader);
  if (mac !== '' && !parseMac(mac).ok) throw unusable(reader, 'mac_address', `"${mac}" is no MAC address`);
  const wish = read('default_route');
  const ownsDefaultRoute = wish === 'true' || (wish !== 'false' && ifName === 'eth0');
  if (ownsDefaultRoute && isOvnProvider(provider) && read('routed') !== 'true') return WAITING_FOR_ROUTE;
  const podName = read('virtualmachine') || pod.metadata.name;
  const own = annotation(`${provider}.${ifName}`, 'ip_address') in annotations ? `.${ifName}` : '';
  const network: PodNetwork = {
    provider,
    portName: `${podName}.${pod.metadata.namespace}${provider === 'ovn' ? '' : `.${provider}${own}`}`,
    podName,
    subnet: read('logical_switch'),
    mac,
    addresses,
    routes: [...requestRoutes(request), ...annotationRoutes(reader, annotation(provider, 'routes'))],
    ownsDefaultRoute,
    nicType: read('pod_nic_type') || 'veth-pair',
    providerNetwork: read('provider_network'),
    isMigrationTarget: isMigrationTarget(pod),
    waitsForActivation: read('activation_strategy') !== '',
  };
  return { state: 'ready', network };
}

interface Reader {
  readonly pod: PodRecord;
  readonly read: (name: NetworkAnnotation) => string;
  readonly keyOf: (name: NetworkAnnotation) => string;
}

const WAITING_FOR_ADDRESS: PodNetworkState = { state: 'waiting', for: 'address' };
const WAITING_FOR_ROUTE: PodNetworkState = { state: 'waiting', for: 'route' };

function readAddresses(reader: Reader): PodAddress[] {
  const cidrs = list(reader.read('cidr')).map((text) => {
    const cidr = parseCidr(text);
    if (!cidr.ok) throw unusable(reader, 'cidr', cidr.error.message);
    return cidr.value;
  });
  const gateways = list(reader.read('gateway')).flatMap((text) => {
    const gateway = parseAddress(text);
    return gateway.ok ? [gateway.value] : [];
  });
  return list(reader.read('ip_address')).map((text) => {
    const address = parseAddress(text);
    if (!address.ok) throw unusable(reader, 'ip_address', address.error.message);
    const { family } = address.value;
    const cidr = cidrs.find((each) => each.family === family);
    if (!cidr || !cidrContains(cidr, address.value))
      throw unusable(reader, 'ip_address', `${text} is outside of ${reader.read('cidr')}`);
    const ip = formatAddress(address.value);
    const gateway = gateways.find((each) => each.family === family);
    return {
      family,
      ip,
      cidr: `${ip}/${cidr.prefixLength}`,
      subnet: blockText(cidr),
      gateway: gateway && formatAddress(gateway),
    };
  });
}

function annotationRoutes(reader: Reader, key: string): PodRoute[] {
  const text = reader.pod.annotations[key];
  if (!text) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) throw new TypeError('it is not a list');
    return parsed.flatMap((item: unknown) => readRoute(item as RouteText) ?? []);
  } catch (cause) {
    const params = { pod: reader.pod.metadata.name, key, problem: (cause as Error).message };
    throw new StageFailure('parse-routes', codedError('ERR_CNI_ANNOTATION_INVALID', params, cause));
  }
}

function requestRoutes(request: PodRequest): PodRoute[] {
  return request.routes.flatMap((route) => readRoute(route) ?? []);
}

interface RouteText {
  readonly dst?: string;
  readonly gw?: string;
}

/** undefined for an entry that says nothing usable: the contract skips those. */
function readRoute({ dst = '', gw = '' }: RouteText): PodRoute | undefined {
  const gateway = gw === '' ? undefined : parseAddress(gw);
  if (gateway && !gateway.ok) return undefined;
  const via = gateway && formatAddress(gateway.value);
  if (dst === '' || dst === 'default')
    return gateway && { destination: undefined, gateway: via, family: gateway.value.family };
  const cidr = parseCidr(dst.includes('/') ? dst : `${dst}/${dst.includes(':') ? 128 : 32}`);
  if (!cidr.ok || (gateway && gateway.value.family !== cidr.value.family)) return undefined;
  if (cidr.value.prefixLength === 0)
    return gateway && { destination: undefined, gateway: via, family: cidr.value.family };
  return { destination: blockText(cidr.value), gateway: via, family: cidr.value.family };
}

function blockText(cidr: Cidr): string {
  return `${formatAddress(cidr.network)}/${cidr.prefixLength}`;
}

function unusable(reader: Reader, name: NetworkAnnotation, problem: string): StageFailure {
  const params = { pod: reader.pod.metadata.name, key: reader.keyOf(name), problem };
  return new StageFailure('parse-address', codedError('ERR_CNI_ANNOTATION_INVALID', params));
}

function list(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
