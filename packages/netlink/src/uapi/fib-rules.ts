// Constants of linux/fib_rules.h.

export const FRA_DST = 1;
export const FRA_SRC = 2;
export const FRA_IIFNAME = 3;
export const FRA_PRIORITY = 6;
export const FRA_FWMARK = 10;
export const FRA_TABLE = 15;
export const FRA_FWMASK = 16;
export const FRA_OIFNAME = 17;
export const FRA_PROTOCOL = 21;

export const FIB_RULE_INVERT = 0x2;

/** FR_ACT_* by name. */
export const RULE_ACTIONS = { table: 1, goto: 2, nop: 3, blackhole: 6, unreachable: 7, prohibit: 8 } as const;
