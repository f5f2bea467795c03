// Every expected failure of the project: code, message, how a queue treats it, the event/condition reason, and what to do.
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
const ACQUIRE = 'AcquireAddressFailed';

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
  ERR_RANGE_INVALID: {
    message: '"{text}" is not an address, a range a..b or a CIDR',
    retry: 'terminal',
    reason: VALIDATE_SWITCH,
    advice: 'Write one address, or first..last with first <= last of the same family.',
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
