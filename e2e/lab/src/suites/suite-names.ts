// The suites of others' tests that the lab can run.

export const SUITES = ['cnitool', 'conformance-network', 'chart'] as const;
export type SuiteName = (typeof SUITES)[number];
