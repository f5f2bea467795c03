// What a subnet's or a pool's status says about one family.

export interface Usage {
  /** Held addresses, without those inside excludeIps. */
  readonly using: bigint;
  /** Addresses that a dynamic request could still get. */
  readonly available: bigint;
  /** Usable addresses taken out by excludeIps and the gateway. */
  readonly excluded: bigint;
  readonly usingRange: string;
  readonly availableRange: string;
  readonly excludedRange: string;
}

export interface DualUsage {
  readonly v4: Usage;
  readonly v6: Usage;
}
