import { describe, expect, test } from 'vitest';
import { count, settleCount } from './count.ts';

describe('count', () => {
  test.each<[unknown, bigint]>([
    [0, 0n],
    [254, 254n],
    [18446744073709551616n, 18446744073709551616n],
    ['18446744073709551614', 18446744073709551614n],
    [1.2089258196146292e24, 1208925819614629174706176n],
    ['1.8446744073709552e+19', 18446744073709551616n],
    ['5.0', 5n],
  ])('%s', (value, expected) => expect(count.parse(value)).toBe(expected));

  test.each<[unknown]>([['x'], [''], [1.5], ['1.5'], [Number.NaN], [true]])('%s is refused', (value) =>
    expect(count.safeParse(value).success).toBe(false),
  );
});

describe('settleCount', () => {
  test.each<[string, bigint | undefined, bigint, bigint]>([
    ['nothing stored', undefined, 5n, 5n],
    ['equal', 5n, 5n, 5n],
    ['different', 5n, 6n, 6n],
    [
      'beyond int64 and only the rounding of the API server apart',
      18446744073709552000n,
      18446744073709551614n,
      18446744073709552000n,
    ],
    ['beyond int64 and really different', 18446744073709552000n, 36893488147419103232n, 36893488147419103232n],
    ['int64 is exact', 9223372036854775806n, 9223372036854775807n, 9223372036854775807n],
  ])('%s', (_name, stored, computed, expected) => expect(settleCount(stored, computed)).toBe(expected));
});
