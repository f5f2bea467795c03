// Constants of linux/neighbour.h.

export const NDA_DST = 1;
export const NDA_LLADDR = 2;

/** NUD_* by name, as `ip neigh` spells them. */
export const NEIGHBOUR_STATES = {
  none: 0,
  incomplete: 0x01,
  reachable: 0x02,
  stale: 0x04,
  delay: 0x08,
  probe: 0x10,
  failed: 0x20,
  noarp: 0x40,
  permanent: 0x80,
} as const;

export const NTF_PROXY = 0x08;
export const NTF_ROUTER = 0x80;
