// Kernel numbers that have names: names where we know them, the number where we do not.

export function numberOf<N extends string>(table: Readonly<Record<N, number>>, value: N | number): number {
  return typeof value === 'number' ? value : table[value];
}

export function nameOf<N extends string>(table: Readonly<Record<N, number>>, value: number): N | undefined {
  for (const name in table) if (table[name] === value) return name;
  return undefined;
}
