// What the controller writes on a pod, for tests.

const V4 = { cidr: '10.16.0.0/16', gateway: '10.16.0.1' };
const DUAL = { cidr: '10.16.0.0/16,fd00:10:16::/112', gateway: '10.16.0.1,fd00:10:16::1' };

export function podAnnotations(ip: string, mac: string): Record<string, string> {
  const { cidr, gateway } = ip.includes(',') ? DUAL : V4;
  return {
    'ovn.kubernetes.io/ip_address': ip,
    'ovn.kubernetes.io/mac_address': mac,
    'ovn.kubernetes.io/cidr': cidr,
    'ovn.kubernetes.io/gateway': gateway,
    'ovn.kubernetes.io/logical_switch': 'ovn-default',
    'ovn.kubernetes.io/allocated': 'true',
    'ovn.kubernetes.io/routed': 'true',
  };
}
