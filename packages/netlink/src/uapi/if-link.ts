// Constants of linux/if_link.h, linux/if.h, linux/if_arp.h and linux/veth.h.

// enum of IFLA_*
export const IFLA_ADDRESS = 1;
export const IFLA_IFNAME = 3;
export const IFLA_MTU = 4;
export const IFLA_LINK = 5;
export const IFLA_MASTER = 10;
export const IFLA_TXQLEN = 13;
export const IFLA_OPERSTATE = 16;
export const IFLA_LINKINFO = 18;
export const IFLA_IFALIAS = 20;
export const IFLA_GROUP = 27;
export const IFLA_NET_NS_FD = 28;
export const IFLA_EXT_MASK = 29;
export const IFLA_LINK_NETNSID = 37;
export const IFLA_PROP_LIST = 52;
export const IFLA_ALT_IFNAME = 53;

// inside IFLA_LINKINFO
export const IFLA_INFO_KIND = 1;
export const IFLA_INFO_DATA = 2;

export const VETH_INFO_PEER = 1; // linux/veth.h
export const IFLA_VLAN_ID = 1;

// net_device_flags (linux/if.h)
export const IFF_UP = 0x1;
export const IFF_LOOPBACK = 0x8;
export const IFF_RUNNING = 0x40;
export const IFF_LOWER_UP = 0x10000;

/** IFNAMSIZ (linux/if.h) counts the terminating NUL. */
export const IFNAMSIZ = 16;

/** IF_OPER_* (linux/if.h), by value. */
export const OPERATIONAL_STATES = [
  'unknown',
  'notpresent',
  'down',
  'lowerlayerdown',
  'testing',
  'dormant',
  'up',
] as const;

export const LOOPBACK_INDEX = 1; // net/net_namespace.h: LOOPBACK_IFINDEX, the same in every namespace
