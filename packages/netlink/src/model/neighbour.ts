// An entry of the ARP or neighbour discovery cache.
import type { Family } from '../codec/ip-text.ts';
import type { NEIGHBOUR_STATES } from '../uapi/neighbour.ts';

export type NeighbourState = keyof typeof NEIGHBOUR_STATES;

export interface Neighbour {
  readonly family: Family;
  readonly address: string;
  readonly mac?: string;
  readonly linkIndex: number;
  readonly link?: string;
  readonly state: NeighbourState;
  readonly router: boolean;
  readonly proxy: boolean;
}

export interface StaticNeighbour {
  readonly address: string;
  readonly mac: string;
  readonly link: string;
  /** Default "permanent". */
  readonly state?: NeighbourState;
}
