// Checks an IP spec as far as the object alone decides it. Nothing is rewritten: its fields are identity.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Family, parseAddress, parseMac } from '@kube-ovn/ipam';
import type { IPSpec } from './schema.ts';

const POD_TYPES = ['', 'StatefulSet', 'VirtualMachine'];

export function validateIpSpec(ip: string, spec: IPSpec): Result<IPSpec> {
  if (!spec.subnet) return failWith('ERR_IP_SUBNET_MISSING', { ip });
  const type = spec.podType ?? '';
  if (!POD_TYPES.includes(type)) return failWith('ERR_IP_POD_TYPE_INVALID', { ip, type });
  return (
    whyBadAddress(ip, 4, spec.v4IpAddress) ??
    whyBadAddress(ip, 6, spec.v6IpAddress) ??
    whyBadMac(ip, spec.macAddress) ??
    ok(spec)
  );
}

function whyBadAddress(ip: string, family: Family, text: string | undefined) {
  if (!text) return undefined;
  const address = parseAddress(text);
  if (!address.ok) return failWith('ERR_IP_ADDRESS_INVALID', { ip, text, family }, address.error);
  if (address.value.family !== family) return failWith('ERR_IP_ADDRESS_INVALID', { ip, text, family });
  // Others find the object by the text of its address, and the contract has IPv6 in lower case.
  return address.value.upperCase ? failWith('ERR_IP_ADDRESS_UPPER_CASE', { ip, text }) : undefined;
}

function whyBadMac(ip: string, text: string | undefined) {
  if (!text) return undefined;
  const mac = parseMac(text);
  return mac.ok ? undefined : failWith('ERR_IP_MAC_INVALID', { ip, text }, mac.error);
}
