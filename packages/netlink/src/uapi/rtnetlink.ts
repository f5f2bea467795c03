// Constants of linux/rtnetlink.h: message types, route fields and attributes, multicast groups.

export const RTM_NEWLINK = 16;
export const RTM_DELLINK = 17;
export const RTM_GETLINK = 18;
export const RTM_SETLINK = 19;
export const RTM_NEWADDR = 20;
export const RTM_DELADDR = 21;
export const RTM_GETADDR = 22;
export const RTM_NEWROUTE = 24;
export const RTM_DELROUTE = 25;
export const RTM_GETROUTE = 26;
export const RTM_NEWNEIGH = 28;
export const RTM_DELNEIGH = 29;
export const RTM_GETNEIGH = 30;
export const RTM_NEWRULE = 32;
export const RTM_DELRULE = 33;
export const RTM_GETRULE = 34;
export const RTM_NEWLINKPROP = 108;
export const RTM_DELLINKPROP = 109;

// enum rtattr_type_t
export const RTA_DST = 1;
export const RTA_SRC = 2;
export const RTA_IIF = 3;
export const RTA_OIF = 4;
export const RTA_GATEWAY = 5;
export const RTA_PRIORITY = 6;
export const RTA_PREFSRC = 7;
export const RTA_METRICS = 8;
export const RTA_MULTIPATH = 9;
export const RTA_TABLE = 15;
export const RTA_VIA = 18;

// RTAX_*: attributes inside RTA_METRICS
export const RTAX_MTU = 2;
export const RTAX_ADVMSS = 8;

// rtm_flags and rtnh_flags
export const RTNH_F_DEAD = 1;
export const RTNH_F_ONLINK = 4;
export const RTNH_F_LINKDOWN = 16;
export const RTM_F_CLONED = 0x200;

export const RT_TABLE_UNSPEC = 0;
export const RT_TABLE_MAIN = 254;

/** rtm_type by name, as `ip route` spells them. */
export const ROUTE_TYPES = {
  unicast: 1,
  local: 2,
  broadcast: 3,
  anycast: 4,
  multicast: 5,
  blackhole: 6,
  unreachable: 7,
  prohibit: 8,
  throw: 9,
} as const;

/** rtm_scope by name. */
export const SCOPES = { global: 0, site: 200, link: 253, host: 254, nowhere: 255 } as const;

/** rtm_protocol by name; further numbers are in use by routing daemons and stay numbers. */
export const ROUTE_PROTOCOLS = { unspec: 0, redirect: 1, kernel: 2, boot: 3, static: 4, ra: 9, dhcp: 16 } as const;

// enum rtnetlink_groups
export const RTNLGRP_LINK = 1;
export const RTNLGRP_NEIGH = 3;
export const RTNLGRP_IPV4_IFADDR = 5;
export const RTNLGRP_IPV4_ROUTE = 7;
export const RTNLGRP_IPV4_RULE = 8;
export const RTNLGRP_IPV6_IFADDR = 9;
export const RTNLGRP_IPV6_ROUTE = 11;
export const RTNLGRP_IPV6_RULE = 19;

/** rtgenmsg/ifinfomsg filter bit of IFLA_EXT_MASK: leave the counters out of the reply. */
export const RTEXT_FILTER_SKIP_STATS = 8;
