// Position of an address relative to the start of its subnet: a plain number while it is a safe integer, else a bigint.
// One value has exactly one form, so `===` and Map keys work; `<` compares across both forms. Numbers keep the hot path cheap.

export type Ordinal = number | bigint;

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function toOrdinal(value: bigint): Ordinal {
  return value <= MAX_SAFE && value >= -MAX_SAFE ? Number(value) : value;
}

export function following(ordinal: Ordinal): Ordinal {
  if (typeof ordinal === 'number' && ordinal < Number.MAX_SAFE_INTEGER) return ordinal + 1;
  return toOrdinal(BigInt(ordinal) + 1n);
}

export function preceding(ordinal: Ordinal): Ordinal {
  if (typeof ordinal === 'number' && ordinal > Number.MIN_SAFE_INTEGER) return ordinal - 1;
  return toOrdinal(BigInt(ordinal) - 1n);
}

export function shifted(ordinal: Ordinal, by: bigint): Ordinal {
  return by === 0n ? ordinal : toOrdinal(BigInt(ordinal) + by);
}

export function smaller(a: Ordinal, b: Ordinal): Ordinal {
  return a < b ? a : b;
}

export function larger(a: Ordinal, b: Ordinal): Ordinal {
  return a > b ? a : b;
}
