// Constants of linux/if_ether.h, linux/if_packet.h and linux/if_arp.h.

export const ETH_P_IP = 0x0800;
export const ETH_P_ARP = 0x0806;
export const ETH_P_IPV6 = 0x86dd;

export const ETH_ALEN = 6;

export const ARPHRD_ETHER = 1;
export const ARPOP_REQUEST = 1;
export const ARPOP_REPLY = 2;
