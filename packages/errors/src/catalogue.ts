// table: every expected failure of the project: code, message, how a queue treats it, the event/condition reason, and what to do.
// Codes are a promise to users and tests: never rename one. Keep the table in alphabetical order.

export interface ErrorSpec {
  /** Message template; `{name}` is replaced by the parameter of that name. */
  readonly message: string;
  /** terminal: only a change of the object helps. retry: try again with back-off. wait: another object must change first. */
  readonly retry: 'terminal' | 'retry' | 'wait';
  /** Reason of the event or condition, as the contract spells it. */
  readonly reason: string;
  /** What the reader should do. */
  readonly advice: string;
}

const VALIDATE_SWITCH = 'ValidateLogicalSwitchFailed';
const VALIDATE_POD = 'ValidatePodNetworkFailed';
const VALIDATE_VPC = 'ValidateVpcFailed';
const VALIDATE_IP = 'ValidateIPFailed';
const UPDATE_IPAM = 'UpdateIPAMFailed';
const ACQUIRE = 'AcquireAddressFailed';
const CONFIGURE_POD = 'PodNetworkConfigureFailed';

export const ERRORS = {
  ERR_ADDRESS_INVALID: {
    message: '"{text}" is not an IP address',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write an IPv4 or IPv6 address in lower case, without a prefix length.',
  },
  ERR_CIDR_INVALID: {
    message: '"{text}" is not a CIDR',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write <address>/<prefix length>, dual stack as "v4,v6".',
  },
  ERR_CNI_ADDRESS_CONFLICT: {
    message: 'IP address {ip} has already been used by host with MAC {mac}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice: 'Find the host with that MAC, or exclude the address from the subnet (excludeIps).',
  },
  ERR_CNI_ANNOTATION_INVALID: {
    message: 'pod {pod}: annotation {key} is unusable: {problem}',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice:
      'Correct the annotation; values that the controller writes are repaired by removing the allocated annotation.',
  },
  ERR_CNI_CANCELLED: {
    message: 'the runtime gave up the request for container {container}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice:
      'Nothing to do: the runtime tries again. If it repeats, see which step takes long in the events of the pod.',
  },
  ERR_CNI_CHECK_FAILED: {
    message: 'container {container}: {problem}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice: 'Delete the pod so that its sandbox is made again, and look for a program that changes pod interfaces.',
  },
  ERR_CNI_GATEWAY_UNREACHABLE: {
    message: 'gateway {gateway} of {interface} did not answer within {seconds} s',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice:
      'Check ovn-controller on this node and the gateway of the subnet, or set disableGatewayCheck on the subnet.',
  },
  ERR_CNI_INTERFACE_FAILED: {
    message: 'cannot set up interface {interface}: {problem}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice: 'The runtime tries again with a new sandbox; if it repeats, the kernel log of the node says more.',
  },
  ERR_CNI_MTU_UNKNOWN: {
    message: 'the MTU of the pod network is not known: {problem}',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice: 'Set --iface (or the node annotation ovn.kubernetes.io/tunnel_interface) to a link that exists, or --mtu.',
  },
  ERR_CNI_NIC_TYPE_UNSUPPORTED: {
    message: 'pod {pod}: interface type {type} is not supported',
    retry: 'terminal',
    reason: CONFIGURE_POD,
    advice: 'Use veth-pair, the default.',
  },
  ERR_CNI_NOT_READY: {
    message: 'the node is not ready for pods: {problem}',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice: 'It becomes ready by itself when ovs-ovn and kube-ovn-controller work; the problem names what is missing.',
  },
  ERR_CNI_NO_ADDRESS: {
    message: 'no address allocated to pod {pod} within {seconds} s, see kube-ovn-controller logs',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice: 'Look at the events of the pod and of its subnet: the controller says there why it gives no address.',
  },
  ERR_CNI_NO_ROUTE: {
    message: 'pod {pod} has an address, but no route was ready within {seconds} s',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice: 'Look at the logs of kube-ovn-controller: it sets the routed annotation.',
  },
  ERR_CNI_OVS_FAILED: {
    message: 'Open vSwitch database: {problem}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice: 'Check the ovs-ovn pod of this node; the daemon reconnects by itself.',
  },
  ERR_CNI_POD_NOT_FOUND: {
    message: 'pod {pod} does not exist on this node',
    retry: 'terminal',
    reason: CONFIGURE_POD,
    advice: 'Nothing to do if the pod was deleted; else check that the daemon can reach the API server.',
  },
  ERR_CNI_POD_REPLACED: {
    message: 'pod {pod} with uid {uid} was replaced by another of the same name',
    retry: 'terminal',
    reason: CONFIGURE_POD,
    advice: 'Nothing to do: the sandbox belongs to a pod that is gone.',
  },
  ERR_CNI_PORT_NOT_READY: {
    message: 'ovs interface {interface} is not ready after {seconds}s: {problem}',
    retry: 'retry',
    reason: CONFIGURE_POD,
    advice: 'Check that ovn-controller runs on this node and that the switch port of the pod exists in OVN.',
  },
  ERR_CNI_PROVIDER_UNBOUND: {
    message: 'provider {provider} is not bound to any subnet',
    retry: 'wait',
    reason: CONFIGURE_POD,
    advice: 'Create a Subnet whose spec.provider is this provider, or correct the NetworkAttachmentDefinition.',
  },
  ERR_CNI_REQUEST_INVALID: {
    message: 'the request is not usable: {problem}',
    retry: 'terminal',
    reason: CONFIGURE_POD,
    advice: 'Shim and daemon must be of the same release; reinstall the kube-ovn binary on the node.',
  },
  ERR_CNI_SUPERSEDED: {
    message: 'container {container} is not the newest sandbox of pod {pod} any more',
    retry: 'terminal',
    reason: CONFIGURE_POD,
    advice: 'Nothing to do: a newer sandbox of the pod has taken its place.',
  },
  ERR_IPAM_ADDRESS_CONFLICT: {
    message: 'AddressConflict: {address} in subnet {subnet} is held by {owner}',
    retry: 'retry',
    reason: ACQUIRE,
    advice: 'Ask for another address or delete the holder.',
  },
  ERR_IPAM_ADDRESS_OUT_OF_RANGE: {
    message: 'AddressOutOfRange: {address} is not inside subnet {subnet} ({cidr})',
    retry: 'terminal',
    reason: ACQUIRE,
    advice: 'Ask for an address inside the CIDR of the subnet.',
  },
  ERR_IPAM_ALLOCATION_PENDING: {
    message: 'the address of {name} is being recorded',
    retry: 'wait',
    reason: ACQUIRE,
    advice: 'Nothing: it is done as soon as the API server answers.',
  },
  ERR_IPAM_FAMILY_MISMATCH: {
    message: 'subnet {subnet} ({cidr}) cannot give the address family "{family}"',
    retry: 'terminal',
    reason: ACQUIRE,
    advice: 'Ask only for a family that the subnet has, or use a dual-stack subnet.',
  },
  ERR_IPAM_NO_AVAILABLE_ADDRESS: {
    message: 'NoAvailableAddress: no free address in {where}',
    retry: 'retry',
    reason: ACQUIRE,
    advice: 'Free addresses, extend the CIDR, or bind another subnet or pool.',
  },
  ERR_IPAM_NO_SUBNET: {
    message: 'NoSubnet: subnet {subnet} does not exist',
    retry: 'wait',
    reason: ACQUIRE,
    advice: 'Create the subnet or correct the name.',
  },
  ERR_IPAM_POOL_OVERLAP: {
    message: 'pool {pool} and pool {other} of subnet {subnet} share {addresses}',
    retry: 'wait',
    reason: 'UpdateIPAMFailed',
    advice: 'Give every pool of a subnet addresses of its own.',
  },
  ERR_IPPOOL_EMPTY: {
    message: 'ippool {pool}: ips is empty',
    retry: 'terminal',
    reason: UPDATE_IPAM,
    advice: 'Give at least one address, range or CIDR.',
  },
  ERR_IPPOOL_FOREIGN: {
    message: '{address} belongs to IPPool {pool}, which is not bound to namespace {namespace}',
    retry: 'wait',
    reason: ACQUIRE,
    advice: 'Bind the pool to the namespace, or ask for an address outside of it.',
  },
  ERR_IPPOOL_MISSING: {
    message: 'IPPool {pool} does not exist',
    retry: 'wait',
    reason: VALIDATE_POD,
    advice: 'Create the pool or correct the annotation ip_pool.',
  },
  ERR_IPPOOL_OF_OTHER_SUBNET: {
    message: 'IPPool {pool} belongs to subnet {subnet}, but the pod asks for subnet {wanted}',
    retry: 'wait',
    reason: VALIDATE_POD,
    advice: 'Name a pool of the wanted subnet, or leave one of the two annotations out.',
  },
  ERR_IPPOOL_OUTSIDE_SUBNET: {
    message: '{text} of IPPool {pool} is not inside subnet {subnet}',
    retry: 'wait',
    reason: UPDATE_IPAM,
    advice: 'Use addresses inside the CIDR of the subnet.',
  },
  ERR_IPPOOL_OVERLAP: {
    message: '{text} of IPPool {pool} is also in IPPool {other}, which is older',
    retry: 'wait',
    reason: UPDATE_IPAM,
    advice: 'An address can be in one pool of a subnet only.',
  },
  ERR_IPPOOL_RANGE_INVALID: {
    message: 'ippool {pool}: "{item}" is not an address, a range a..b with a <= b, or a CIDR',
    retry: 'terminal',
    reason: UPDATE_IPAM,
    advice: 'Write whole addresses on both sides of "..", of one family.',
  },
  ERR_IPPOOL_SUBNET_MISSING: {
    message: 'ippool {pool}: subnet is empty',
    retry: 'terminal',
    reason: UPDATE_IPAM,
    advice: 'Name the subnet that the pool is cut from.',
  },
  ERR_IPPOOL_SUBNET_UNKNOWN: {
    message: 'subnet {subnet} of IPPool {pool} does not exist',
    retry: 'wait',
    reason: UPDATE_IPAM,
    advice: 'Create the subnet, or make the pool again with the right name.',
  },
  ERR_IP_ADDRESS_INVALID: {
    message: 'ip {ip}: "{text}" is not an IPv{family} address',
    retry: 'terminal',
    reason: VALIDATE_IP,
    advice: 'Correct the address, or leave it empty to be given one.',
  },
  ERR_IP_ADDRESS_UPPER_CASE: {
    message: 'ip {ip}: {text} has upper-case letters',
    retry: 'terminal',
    reason: VALIDATE_IP,
    advice: 'Write IPv6 addresses in lower case.',
  },
  ERR_IP_MAC_INVALID: {
    message: 'ip {ip}: "{text}" is not a unicast MAC address',
    retry: 'terminal',
    reason: VALIDATE_IP,
    advice: 'Write six pairs of hexadecimal digits, or leave it empty.',
  },
  ERR_IP_POD_TYPE_INVALID: {
    message: 'ip {ip}: podType "{type}" is unknown',
    retry: 'terminal',
    reason: VALIDATE_IP,
    advice: 'Write StatefulSet or VirtualMachine, or leave it empty.',
  },
  ERR_IP_SUBNET_MISSING: {
    message: 'ip {ip}: subnet is empty',
    retry: 'terminal',
    reason: VALIDATE_IP,
    advice: 'Name the subnet that the address is from.',
  },
  ERR_MAC_INVALID: {
    message: '"{text}" is not a unicast MAC address',
    retry: 'terminal',
    reason: VALIDATE_POD,
    advice: 'Write six pairs of hexadecimal digits, for example 00:00:00:ab:cd:01.',
  },
  ERR_OBJECT_INVALID: {
    message: '{kind} {name}: {path}: {problem}',
    retry: 'terminal',
    reason: 'InvalidObject',
    advice: 'Correct the field; `kubectl explain` shows its type.',
  },
  ERR_POD_ADDRESS_INVALID: {
    message: '"{text}" is not an IP address',
    retry: 'terminal',
    reason: VALIDATE_POD,
    advice: 'Correct the annotation ip_address or ip_pool.',
  },
  ERR_POD_ADDRESS_LIST_AMBIGUOUS: {
    message: '"{text}" mixes IPv4 and IPv6 without saying which belong together',
    retry: 'terminal',
    reason: VALIDATE_POD,
    advice: 'Separate pairs by a semicolon: v4,v6;v4,v6.',
  },
  ERR_POD_ADDRESS_RESERVED: {
    message: 'IP {ip} is reserved for the pod, but its annotations ask for something else',
    retry: 'wait',
    reason: VALIDATE_POD,
    advice: 'Ask for the reserved address, or delete the IP object.',
  },
  ERR_POD_IP_FAMILY: {
    message: 'ip_family is "{value}"',
    retry: 'terminal',
    reason: VALIDATE_POD,
    advice: 'Write ipv4 or ipv6, or leave the annotation out.',
  },
  ERR_POD_IP_POOL_ORDINAL: {
    message: 'ip_pool has {count} entries, none for ordinal {ordinal} of pod {pod}',
    retry: 'terminal',
    reason: VALIDATE_POD,
    advice: 'Give the StatefulSet at least as many addresses as replicas.',
  },
  ERR_RANGE_INVALID: {
    message: '"{text}" is not an address, a range a..b or a CIDR',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one address, or first..last with first <= last of the same family.',
  },
  ERR_ROW_REFUSED: {
    message: 'OVN Northbound refuses {row}: {detail}',
    retry: 'retry',
    reason: 'CreateOVNPortFailed',
    advice: 'Read the detail; a name or an address may be in use by a row that somebody else made.',
  },
  ERR_SUBNET_ACL_INVALID: {
    message: 'subnet {subnet}: acls[{index}]: {field} "{value}" is unknown or out of range',
    retry: 'terminal',
    reason: 'SetLogicalSwitchAclsFailed',
    advice: 'See the field in the reference of Subnet.',
  },
  ERR_SUBNET_ALLOW_SUBNETS_INVALID: {
    message: 'subnet {subnet}: allowSubnets item "{text}" is not a CIDR',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write <address>/<prefix length>.',
  },
  ERR_SUBNET_CIDR_API_SERVER: {
    message: 'subnet {subnet}: {cidr} contains {address}, the service address of the API server',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Choose a block outside the service range.',
  },
  ERR_SUBNET_CIDR_INVALID: {
    message: 'subnet {subnet}: cidrBlock "{text}" is not a CIDR or one of each family',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write "<v4>/<length>", "<v6>/<length>", or both with a comma.',
  },
  ERR_SUBNET_CIDR_MISSING: {
    message: 'subnet {subnet}: cidrBlock is empty, which only a VLAN subnet may be',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Give a CIDR, or a VLAN for a MAC-only subnet.',
  },
  ERR_SUBNET_CIDR_OVERLAP: {
    message: '{cidr} of subnet {subnet} overlaps subnet {other}, which is older',
    retry: 'wait',
    reason: VALIDATE_SWITCH,
    advice: 'Use another CIDR, or another VPC.',
  },
  ERR_SUBNET_CIDR_SPECIAL: {
    message: 'subnet {subnet}: {cidr} overlaps with {block}',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Choose a block of global or private unicast addresses.',
  },
  ERR_SUBNET_CIDR_TOO_LONG: {
    message: 'subnet {subnet}: {cidr} has no room for a gateway and a port',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Use at most /31 for IPv4 and /127 for IPv6.',
  },
  ERR_SUBNET_CONFIGURATION_DRIFT: {
    message:
      'subnet {subnet} has the CIDR {cidr}, the settings of the controller say {wanted}; the subnet stays as it is',
    retry: 'terminal',
    reason: 'ConfigurationDrift',
    advice: 'Set the option of the controller to the CIDR of the subnet, or move the pods and make the subnet anew.',
  },
  ERR_SUBNET_CONTAINS_NODE: {
    message: 'subnet {subnet} contains {address}, an address of node {node}',
    retry: 'wait',
    reason: VALIDATE_SWITCH,
    advice: 'Use a CIDR that contains no address of a node.',
  },
  ERR_SUBNET_EGRESS_GATEWAY_FAMILY: {
    message: 'subnet {subnet}: externalEgressGateway "{text}" has a family that the CIDR has not',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Use addresses of the families of the CIDR.',
  },
  ERR_SUBNET_EGRESS_GATEWAY_INVALID: {
    message: 'subnet {subnet}: externalEgressGateway "{text}" is not an address or one of each family',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one address, or "v4,v6".',
  },
  ERR_SUBNET_EGRESS_GATEWAY_NAT: {
    message: 'subnet {subnet}: externalEgressGateway and natOutgoing exclude each other',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Switch one of them off.',
  },
  ERR_SUBNET_EXCLUDE_IPS_INVALID: {
    message: 'subnet {subnet}: excludeIps item "{item}" is not an address or a range a..b with a <= b',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write whole addresses on both sides of "..", of one family.',
  },
  ERR_SUBNET_GATEWAY_INVALID: {
    message: 'subnet {subnet}: gateway "{text}" is not an address or one of each family',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one address per family of the CIDR, or leave the gateway empty.',
  },
  ERR_SUBNET_GATEWAY_OUTSIDE: {
    message: 'subnet {subnet}: gateway {gateway} is not inside {cidr}',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Take an address of the CIDR. Only the physical gateway of a VLAN subnet may be outside.',
  },
  ERR_SUBNET_GATEWAY_RESERVED: {
    message: 'subnet {subnet}: gateway {gateway} is the network or broadcast address of {cidr}',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Take another address of the CIDR.',
  },
  ERR_SUBNET_GATEWAY_TYPE_INVALID: {
    message: 'subnet {subnet}: gatewayType "{type}" is unknown',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write distributed or centralized.',
  },
  ERR_SUBNET_LOGICAL_GATEWAY_U2O: {
    message: 'subnet {subnet}: logicalGateway and u2oInterconnection exclude each other',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Switch one of them off.',
  },
  ERR_SUBNET_MAC_ONLY: {
    message: 'subnet {subnet} has no CIDR, so {field} must be empty',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Empty the field, or give a CIDR.',
  },
  ERR_SUBNET_MTU_TOO_SMALL: {
    message: 'subnet {subnet}: an MTU of {mtu} is too small for IPv6',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Use 1280 or more, or 0 to have it computed.',
  },
  ERR_SUBNET_NAMESPACE_NOT_IN_VPC: {
    message: 'namespace {namespace} of subnet {subnet} is not among the namespaces of VPC {vpc}',
    retry: 'wait',
    reason: VALIDATE_SWITCH,
    advice: 'Add the namespace to the VPC, or take it from the subnet.',
  },
  ERR_SUBNET_NAMESPACE_OF_VPC: {
    message: 'namespace {namespace} of subnet {subnet} belongs to VPC {vpc}',
    retry: 'wait',
    reason: VALIDATE_SWITCH,
    advice: 'Bind the namespace to subnets of its own VPC.',
  },
  ERR_SUBNET_NAME_IS_VPC: {
    message: 'subnet {subnet} has the name of its VPC',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Rename the subnet.',
  },
  ERR_SUBNET_NAT_RULE_FAMILY: {
    message: 'subnet {subnet}: natOutgoingPolicyRules[{index}]: srcIPs and dstIPs are of different families',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one rule per family.',
  },
  ERR_SUBNET_NAT_RULE_INVALID: {
    message:
      'subnet {subnet}: natOutgoingPolicyRules[{index}]: "{text}" is not a list of addresses and CIDRs of one family',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one rule per family.',
  },
  ERR_SUBNET_OVERLAY_ONLY_ROUTING: {
    message: 'subnet {subnet}: overlayOnlyRouting needs u2oInterconnection and a vlan',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Switch u2oInterconnection on, or overlayOnlyRouting off.',
  },
  ERR_SUBNET_U2O_IP_IS_GATEWAY: {
    message: 'subnet {subnet}: u2oInterconnectionIP {address} is the gateway',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Take another address of the CIDR, or leave it empty.',
  },
  ERR_SUBNET_U2O_IP_OUTSIDE: {
    message: 'subnet {subnet}: u2oInterconnectionIP "{address}" is not an address inside {cidr}',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Take an address of the CIDR, or leave it empty.',
  },
  ERR_SUBNET_VIP_OUTSIDE: {
    message: 'subnet {subnet}: vip "{vip}" is not an address inside {cidr}',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Take addresses of the CIDR.',
  },
  ERR_SUBNET_VPC_MISSING: {
    message: 'VPC {vpc} of subnet {subnet} does not exist',
    retry: 'wait',
    reason: VALIDATE_SWITCH,
    advice: 'Create the VPC or correct the name.',
  },
  ERR_VPC_PEERING_INVALID: {
    message: 'vpc {vpc}: localConnectIP "{text}" of the peering with {peer} is not in CIDR notation',
    retry: 'terminal',
    reason: VALIDATE_VPC,
    advice: 'Write <address>/<prefix length>, dual stack as "v4,v6".',
  },
  ERR_VPC_POLICY_ROUTE_INVALID: {
    message: 'vpc {vpc}: policyRoutes[{index}]: {field} "{value}" is invalid',
    retry: 'terminal',
    reason: VALIDATE_VPC,
    advice: 'action is allow, drop or reroute, priority 0..32767, nextHopIP of a reroute a comma list of addresses.',
  },
  ERR_VPC_STATIC_ROUTE_INVALID: {
    message: 'vpc {vpc}: staticRoutes[{index}]: {field} "{value}" is invalid',
    retry: 'terminal',
    reason: VALIDATE_VPC,
    advice: 'policy is policyDst or policySrc, cidr an address or CIDR, nextHopIP one address.',
  },
  ERR_WORKLOAD_IP_POOL_MISPLACED: {
    message: 'the annotation {annotation} of {kind} {name} itself has no effect on its pods',
    retry: 'terminal',
    reason: 'IpPoolIgnored',
    advice: 'Write the annotation into spec.template.metadata.annotations.',
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
