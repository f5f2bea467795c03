// Constants of linux/if_addr.h.

export const IFA_ADDRESS = 1;
export const IFA_LOCAL = 2;
export const IFA_LABEL = 3;
export const IFA_BROADCAST = 4;
export const IFA_CACHEINFO = 6;
export const IFA_FLAGS = 8;

export const IFA_F_SECONDARY = 0x01; // the same bit is IFA_F_TEMPORARY for IPv6
export const IFA_F_NODAD = 0x02;
export const IFA_F_DADFAILED = 0x08;
export const IFA_F_DEPRECATED = 0x20;
export const IFA_F_TENTATIVE = 0x40;
export const IFA_F_PERMANENT = 0x80;
export const IFA_F_NOPREFIXROUTE = 0x200;

/** Lifetime without end in struct ifa_cacheinfo. */
export const INFINITY_LIFE_TIME = 0xffffffff;
