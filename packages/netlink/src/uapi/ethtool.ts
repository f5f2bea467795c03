// Constants of linux/ethtool.h and linux/sockios.h.

export const SIOCETHTOOL = 0x8946;
export const ETHTOOL_GTXCSUM = 0x16;
export const ETHTOOL_STXCSUM = 0x17;
