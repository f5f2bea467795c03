// Constants of linux/in.h, linux/icmp.h, linux/icmpv6.h and of RFC 4861 (neighbour discovery).

export const IPPROTO_ICMP = 1;
export const IPPROTO_ICMPV6 = 58;

export const ICMP_ECHOREPLY = 0;
export const ICMP_ECHO = 8;

export const ICMPV6_ECHO_REQUEST = 128;
export const ICMPV6_ECHO_REPLY = 129;
export const ND_NEIGHBOR_SOLICIT = 135;
export const ND_NEIGHBOR_ADVERT = 136;

export const ND_OPT_SOURCE_LL_ADDR = 1;
export const ND_OPT_TARGET_LL_ADDR = 2;
export const ND_NA_FLAG_OVERRIDE = 0x20000000;

/** RFC 4861 7.1: a hop limit below 255 shows that the packet came through a router. */
export const ND_HOP_LIMIT = 255;
