// Names that exist in every cluster unless a flag of the controller says otherwise.

export const DEFAULT_VPC = 'ovn-cluster';
export const DEFAULT_SUBNET = 'ovn-default';
export const JOIN_SUBNET = 'join';
export const OVN_PROVIDER = 'ovn';
export const DEFAULT_VLAN = 'ovn-vlan';
export const DEFAULT_PROVIDER_NETWORK = 'provider';
export const EXTERNAL_SUBNET = 'external';

/** IP object and switch port of a node on the join subnet. */
export function nodePortName(node: string): string {
  return `node-${node}`;
}

/** Owner name of the router-side address of an underlay subnet with U2O interconnection. */
export function u2oOwner(vpc: string, subnet: string): string {
  return `u2o-interconnection.${vpc}.${subnet}`;
}

/** Owner name of the multicast querier address. */
export function mcastQuerierOwner(subnet: string): string {
  return `mcast-querier.${subnet}`;
}
