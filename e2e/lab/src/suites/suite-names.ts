// The suites that the lab can run.

export const SUITES = ['cnitool', 'conformance-network', 'chart', 'node-life'] as const;
export type SuiteName = (typeof SUITES)[number];
