// Constants of linux/netlink.h: message framing, flags and socket options of every netlink family.

export const NETLINK_ROUTE = 0;

export const NLMSG_NOOP = 1;
export const NLMSG_ERROR = 2;
export const NLMSG_DONE = 3;
export const NLMSG_OVERRUN = 4;

export const NLM_F_REQUEST = 0x1;
export const NLM_F_MULTI = 0x2;
export const NLM_F_ACK = 0x4;
export const NLM_F_DUMP_INTR = 0x10;
/** Replies to a failed request: the request's payload was left out. */
export const NLM_F_CAPPED = 0x100;
/** Replies to a failed request: attributes (NLMSGERR_ATTR_*) follow. */
export const NLM_F_ACK_TLVS = 0x200;

export const NLM_F_DUMP = 0x300; // NLM_F_ROOT | NLM_F_MATCH

export const NLM_F_REPLACE = 0x100;
export const NLM_F_EXCL = 0x200;
export const NLM_F_CREATE = 0x400;
export const NLM_F_APPEND = 0x800;

export const NLA_F_NESTED = 0x8000;
export const NLA_TYPE_MASK = 0x3fff; // without NLA_F_NESTED and NLA_F_NET_BYTEORDER

export const NLMSGERR_ATTR_MSG = 1;

export const SOL_NETLINK = 270;
export const NETLINK_CAP_ACK = 10;
export const NETLINK_EXT_ACK = 11;
export const NETLINK_GET_STRICT_CHK = 12;
